import type { Counted } from './labels.ts'

/** `fill('{a} of {b}', { a: 1, b: 2 })` is `1 of 2`. */
export function fill(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{(\w+)\}/g, (whole, key: string) => String(values[key] ?? whole))
}

/** `fillCount({ one: '{count} page', other: '{count} pages' }, 2, 'en')` is `2 pages`. */
export function fillCount(forms: Counted, count: number, lang: string): string {
  const category = new Intl.PluralRules(lang).select(count) as keyof Counted
  return fill(forms[category] ?? forms.other, { count })
}
