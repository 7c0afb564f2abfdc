/*
 * Words as descriptions are compared by: without their endings, and with one word for what the field names in several
 * ways, so that `it hangs forever` finds `the command never returns`.
 */

/** Words of the same meaning in reports of failures; the first one stands for all. */
const synonyms = `
  hang hung stuck freeze froze frozen stall unresponsive
  loop endless infinite indefinite repeat repeated again forever
  forget forgot forgotten lost lose
  empty nothing blank none
  reply answer response respond
  crash die died abort quit
  ignore skip
  slow slowly ages sluggish
  memory ram
  cost charge bill invoice expensive
  delete remove erase
  folder directory dir
  launch start boot spawn
  kubernetes k8s
  postgres postgresql pg psql
  javascript js
  typescript ts
  python py
  repository repo
  authentication auth authenticate login signin logged
  config configuration configure setting preference
  database db
  environment env
  message msg
  private dm direct
  number count amount
  picture image photo
  invented invent hallucinate hallucination fabricate fake imaginary
  cite citation reference source
  permission permitted privilege allow allowed approval approve
  deny denied refuse refused reject rejected block blocked forbidden
  exceed exceeded exceeds beyond over too
  limit quota maximum max
  missing lack without absent
  stop end finish terminate
  cut truncated truncate incomplete halfway
  fail failure broken break
  parse decode
  certificate cert certs
  self-signed selfsigned
  timeout timed
  request call
  package dependency module library
  version release
  mention mentioned
  group channel guild
  restart reload reboot
  deadlock lock locked
  connect connection connected reach
  wrong incorrect invalid bad
  slash command
  second sec
  minute min
  percent pct`

const unchanged = new Set(['windows', 'https', 'kubernetes', 'postgres', 'always', 'embed', 'embedding'])

const meaning = new Map<string, string>()
for (const line of synonyms.trim().split('\n')) {
  const [first = '', ...others] = line.trim().split(/\s+/)
  for (const word of [first, ...others]) meaning.set(stem(word), stem(first))
}

/** Plural and verb endings; short words and names that look like plurals stay. */
export function stem(word: string): string {
  if (word.length < 4 || !/^[a-z]+$/.test(word) || unchanged.has(word)) return word
  let stemmed = word
  if (/[^suia]s$/.test(word)) stemmed = word.endsWith('ies') ? `${word.slice(0, -3)}y` : word.slice(0, -1)
  const verb = /^(.{4,}?)(?:ing|ed|ly)$/.exec(stemmed)?.[1]
  if (verb !== undefined) stemmed = /([^lsz])\1$/.test(verb) ? verb.slice(0, -1) : verb
  return stemmed.length > 4 && stemmed.endsWith('e') ? stemmed.slice(0, -1) : stemmed
}

/** Marks words of descriptions, which are counted apart from those of messages. */
export const described = '~'

/** The word that stands for this one in descriptions. */
export function concept(word: string): string {
  const known = concepts.get(word)
  if (known !== undefined) return known
  const stemmed = stem(word)
  const found = described + (meaning.get(stemmed) ?? stemmed)
  if (concepts.size < mostRemembered) concepts.set(word, found)
  return found
}

const concepts = new Map<string, string>()
const mostRemembered = 20_000
