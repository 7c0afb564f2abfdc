import { readFileSync } from 'node:fs'
import { Ajv, type AnySchemaObject, type ValidateFunction } from 'ajv'
import { load } from 'js-yaml'
import * as z from 'zod'
import { type Account, type Call, json, type PlainReply, type Reply, type ServerEvent } from './exchange.ts'
import { type Dict, fill, isDict, scopesOf } from './values.ts'

/**
 * Conditions by path into the scope: `true` means that a value exists, `false` that none does; another scalar is the
 * expected value; an object is a JSON Schema, in which `$data` points into the scope.
 */
const conditions = z.record(z.string(), z.union([z.boolean(), z.string(), z.number(), z.looseObject({})]))

/** A message, and the thread, recording or documentation that shows it. Pages must not rely on an `unproven` one. */
const wording = z.strictObject({
  says: z.string().optional(),
  source: z
    .string()
    .regex(/^unproven$|https:\/\//)
    .optional(),
  status: z.number().int().optional(),
  type: z.string().optional(),
  param: z.string().nullable().optional(),
  code: z.string().nullable().optional(),
  headers: z.record(z.string(), z.string()).optional(),
  details: z.array(z.looseObject({})).optional(),
})

const rule = wording.extend({
  when: conditions.optional(),
  unless: conditions.optional(),
  like: z.string().optional(),
  each: z
    .string()
    .regex(/^\w+ of [\w.]+$/)
    .optional(),
  gather: z.string().optional(),
  get rules() {
    return z.array(rule).optional()
  },
})

/**
 * Rules are tried in order; the first that matches is the refusal. A rule with `rules` is a group, tried once or for each
 * item of a list: in `each: message of body.messages`, the item is `message` and its index `i.message`. A group with
 * `gather` joins the messages of all its matching rules with that text, as `gathered`.
 */
export type Rule = z.infer<typeof rule>

const model = z.strictObject({
  /** Input and output tokens together; input only for Gemini. */
  window: z.number(),
  output: z.number(),
  input: z.number().optional(),
  /** Tokens per minute of this account, where low. */
  tokensPerMinute: z.number().optional(),
  /** Vector length of an embedding model. */
  dimensions: z.number().optional(),
  reasons: z.enum(['always', 'on request', 'by default']).optional(),
  generation: z.enum(['4.5', '4.6', '4.7']).optional(),
  signs: z.boolean().optional(),
  requestsPerMinute: z.number().optional(),
})

export type Model = z.infer<typeof model> & { readonly id: string }

/** Burst size, refilled evenly within `seconds`, and the limit per minute that messages name. */
const limit = z.strictObject({
  /** Defaults to the model's `requestsPerMinute`. */
  requests: z.number().optional(),
  capacity: z.number().optional(),
  seconds: z.number(),
  /** Milliseconds to wait when rejected. */
  wait: z.number().optional(),
})

const vendorData = z.strictObject({
  /** The body of every error, its event in a stream, and defaults for rows. */
  error: z.looseObject({}),
  'error-event': z.string().optional(),
  defaults: wording,
  /** Messages shared by several rows through `like`. */
  wordings: z.record(z.string(), wording).default({}),
  /** JSON Schemas to `$ref`. */
  schemas: z.record(z.string(), z.looseObject({})).default({}),
  models: z.record(z.string(), model),
  /** Suffix of a model snapshot's name. */
  snapshot: z.string().optional(),
  /** Allowed fields, by part of the request. */
  fields: z.record(
    z.string(),
    z.string().transform((names) => names.split(/\s+/)),
  ),
  /** By variant of the service; `paid` is the default. */
  limits: z.record(z.string(), limit),
  refusals: z.record(z.string(), z.array(rule)),
  /** Templates for reply bodies and stream events. */
  replies: z.record(z.string(), z.union([z.looseObject({}), z.array(z.unknown())])),
})

export type Scope = Dict

/** Derived facts about list items, by item name. */
export type Facts = Readonly<Record<string, (item: unknown, scope: Scope) => Dict>>

type Headers = Readonly<Record<string, string>>

export interface Limited {
  readonly headers: Headers
  readonly refused: PlainReply | undefined
}

type Found = Generator<[Rule, Scope], undefined>

/** A vendor's API. Its data comes from `data/<name>.yaml`. */
export abstract class Vendor {
  readonly account: Account
  readonly data: z.infer<typeof vendorData>
  readonly #facts: Facts
  readonly #ajv = new Ajv({ $data: true, strictTypes: false })
  readonly #buckets = new Map<string, { level: number; at: number }>()
  readonly #validators = new Map<Rule, ValidateFunction>()

  abstract answer(call: Call): Reply

  constructor(account: Account, name: string, facts: Facts) {
    this.account = account
    const file = new URL(`data/${name}.yaml`, import.meta.url)
    this.data = vendorData.parse(load(readFileSync(file, 'utf8')))
    this.#facts = facts
    for (const [id, schema] of Object.entries(this.data.schemas)) this.#ajv.addSchema(schema, id)
  }

  /** A model by name, with or without a snapshot date. */
  model(name: string): Model | undefined {
    const { models, snapshot } = this.data
    const id = snapshot ? name.replace(new RegExp(snapshot), '') : name
    const found = [name, id].find((each) => Object.hasOwn(models, each))
    return found === undefined ? undefined : { id: found, ...(models[found] as z.infer<typeof model>) }
  }

  /** The first refusal of a list of rules, or undefined. */
  refusal(rules: string, scope: Scope): PlainReply | undefined {
    return this.#refusal(rules, scope)
  }

  #refusal(rules: string, scope: Scope): PlainReply | undefined {
    const first = this.#found(this.data.refusals[rules] ?? [], scope).next().value
    if (first === undefined) return undefined
    const { message, status = 400, headers, ...rest } = this.#filled(...first)
    return json(status, fill(this.data.error, { ...first[1], ...rest, status, message }), headers)
  }

  /** The refusal of a request that is known to be wrong. */
  refuse(rules: string, scope: Scope = {}): PlainReply {
    return this.refusal(rules, scope) as PlainReply
  }

  /** The error event of a stream that has begun. */
  streamError(): ServerEvent {
    const { body = '{}' } = this.#refusal('in-stream', {}) ?? {}
    const { 'error-event': event } = this.data
    return { ...(event ? { event } : {}), data: JSON.stringify(JSON.parse(body)) }
  }

  /** The body of a reply. */
  reply(name: string, scope: Scope): Dict {
    return fill(this.data.replies[name], scope) as Dict
  }

  /** The events of a stream. */
  events(name: string, scope: Scope): Dict[] {
    return fill(this.data.replies[name], scope) as Dict[]
  }

  /** The list of models, or one model; undefined if there is no such model. */
  models(name: string, wrap: (entries: Dict[]) => Dict): Dict | undefined {
    const { models } = this.data
    const entry = (id: string) => this.reply('model', { id, ...models[id] })
    if (name === '') return wrap(Object.keys(models).map(entry))
    return this.model(name) && entry(name)
  }

  /** The rate limit headers, and the refusal if this request exceeds a limit. */
  limits(model: Model, tokens: number, facts: Scope = {}): Limited {
    const { variant } = this.account
    const own = this.data.limits[variant ?? ''] ?? (this.data.limits.paid as z.infer<typeof limit>)
    const limitOfRequests = own.requests ?? model.requestsPerMinute ?? 0
    const limitOfTokens = model.tokensPerMinute ?? 2_000_000
    const requests =
      limitOfRequests === 0
        ? { allowed: false, wait: own.wait ?? 0 }
        : this.#take(`requests ${model.id}`, 1, own.capacity ?? limitOfRequests, own.seconds)
    // A refused request consumes nothing.
    const used = this.#take(`tokens ${model.id}`, requests.allowed ? tokens : 0, limitOfTokens, 60)
    const wait = requests.allowed ? used.wait : requests.wait
    const scope = {
      ...{
        ...facts,
        value: limitOfRequests === 0 ? undefined : String(limitOfRequests),
        variant,
        model,
        requests,
        used,
        tokens,
        limitOfRequests,
        limitOfTokens,
      },
      inEnglish: [limitOfRequests, limitOfTokens].map((limit) => limit.toLocaleString('en')),
      seconds: wait / 1000,
      wholeSeconds: Math.ceil(wait / 1000),
      milliseconds: wait,
      wait: duration(wait),
    }
    const headers = fill(this.data.replies['limit-headers'] ?? {}, scope) as Headers
    const refused = this.refusal('limits', scope)
    return { headers, refused: refused && { ...refused, headers: { ...headers, ...refused.headers } } }
  }

  /**
   * Takes from a token bucket, as OpenAI and Anthropic document: a limit per minute is enforced over shorter periods
   * (https://platform.openai.com/docs/guides/rate-limits, https://platform.claude.com/docs/en/api/rate-limits).
   */
  #take(name: string, amount: number, capacity: number, seconds: number) {
    const now = performance.now()
    const perMs = capacity / (seconds * 1000)
    const { level, at } = this.#buckets.get(name) ?? { level: capacity, at: now }
    const filled = Math.min(capacity, level + (now - at) * perMs)
    const allowed = amount <= filled
    const left = allowed ? filled - amount : filled
    this.#buckets.set(name, { level: left, at: now })
    const reset = Math.ceil((capacity - left) / perMs)
    return {
      allowed,
      remaining: Math.floor(left),
      used: capacity - Math.floor(left),
      wait: allowed ? 0 : Math.max(1, Math.ceil((amount - filled) / perMs)),
      reset: duration(reset),
      resetAt: new Date(Date.now() + reset).toISOString().replace(/\.\d+Z$/, 'Z'),
    }
  }

  *#found(rules: readonly Rule[], scope: Scope): Found {
    for (const each of rules) {
      if (!this.#holds(each, scope)) continue
      if (each.rules === undefined) yield [each, scope]
      else if (each.gather === undefined) yield* this.#foundInGroup(each, scope)
      else {
        const all = [...this.#foundInGroup(each, scope)].map((found) => this.#filled(...found))
        const items = all.map(({ message, param }) => ({ field: param, description: message }))
        const message = all.map((one) => one.message).join(each.gather)
        if (all.length > 0) yield [each, { ...scope, gathered: { items, message } }]
      }
    }
    return undefined
  }

  *#foundInGroup({ each, rules = [] }: Rule, scope: Scope): Found {
    if (each === undefined) return yield* this.#found(rules, scope)
    const [name = ''] = each.split(' of ')
    for (const inner of scopesOf(each, scope))
      yield* this.#found(rules, { ...inner, ...this.#facts[name]?.(inner[name], inner) })
    return undefined
  }

  #filled(row: Rule, scope: Scope) {
    const wording = { ...this.data.defaults, ...this.data.wordings[row.like ?? ''], ...row }
    const { says, status, type, param, code, details } = wording
    const headers = { ...this.data.defaults.headers, ...wording.headers }
    const own = fill({ type, param, code, details, headers }, scope) as Pick<Rule, 'type' | 'param' | 'code'>
    const filled = own as typeof own & { headers: Record<string, string> }
    return { ...filled, status, message: String(fill(says, { ...scope, ...own })) }
  }

  #holds(row: Rule, scope: Scope): boolean {
    if (row.when === undefined && row.unless === undefined) return true
    const known = this.#validators.get(row)
    const validator = known ?? this.#ajv.compile(schemaOf(row))
    this.#validators.set(row, validator)
    return validator(scope) === true
  }
}

/** A row's conditions as one JSON Schema for the scope. */
export function schemaOf({ when = {}, unless }: Rule): AnySchemaObject {
  const all = Object.entries(when).map(([path, condition]) => schemaAt(path, condition))
  const none = Object.entries(unless ?? {}).map(([path, condition]) => schemaAt(path, condition))
  return { allOf: [...all, ...(none.length > 0 ? [{ not: { allOf: none } }] : []), true] }
}

function schemaAt(path: string, condition: unknown): AnySchemaObject {
  if (condition === false) return { not: schemaAt(path, true) }
  const value = condition === true ? {} : isDict(condition) ? condition : { const: condition }
  return path
    .split('.')
    .reduceRight<AnySchemaObject>(
      (inner, key) => ({ type: 'object', required: [key], properties: { [key]: inner } }),
      value,
    )
}

/** `120ms`, `18.642s`, `1m26.4s`. */
function duration(ms: number): string {
  if (ms < 1000) return `${ms}ms`
  const seconds = Math.round((ms % 60_000) / 10) / 100
  return ms < 60_000 ? `${seconds}s` : `${Math.floor(ms / 60_000)}m${seconds}s`
}
