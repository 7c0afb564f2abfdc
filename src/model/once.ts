/** A function that makes its result once for each object, whatever the other arguments are. */
export function once<K extends object, A extends unknown[], V>(make: (of: K, ...more: A) => V) {
  const made = new WeakMap<K, { readonly value: V }>()
  return (of: K, ...more: A): V => {
    const known = made.get(of) ?? { value: make(of, ...more) }
    made.set(of, known)
    return known.value
  }
}

/** A function that makes its result once for each text: pages repeat their words. Limited, because pages come from strangers. */
export function onceForText<V>(make: (text: string) => V): (text: string) => V {
  const made = new Map<string, V>()
  return (text) => {
    const known = made.get(text)
    if (known !== undefined) return known
    const value = make(text)
    if (made.size < 50_000 && text.length < 100) made.set(text, value)
    return value
  }
}
