import { readFileSync } from 'node:fs'
import { Ajv, type AnySchemaObject, type ValidateFunction } from 'ajv'
import { CORE_SCHEMA, load, mergeTag } from 'js-yaml'
import * as z from 'zod'
import { type Account, type Call, eventLines, type Headers, json, type Reply } from './exchange.ts'
import { answer, type Question } from './made-up.ts'
import { count, type Dict, dict, fill, isDict, list, scopesOf, text } from './values.ts'

/**
 * Conditions by path into the scope: `true` means that a value exists, `false` that none does; another scalar is the
 * expected value; an object is a JSON Schema, in which `$data` points into the scope.
 */
const conditions = z.record(z.string(), z.union([z.boolean(), z.string(), z.number(), z.looseObject({})]))

/** A message, and the thread, recording or documentation that shows it. Pages must not rely on an `unproven` one. */
const wording = z
  .strictObject({
    says: z.string(),
    source: z.string().regex(/^unproven$|https:\/\//),
    status: z.number().int(),
    type: z.string(),
    param: z.string().nullable(),
    code: z.string().nullable(),
    headers: z.record(z.string(), z.string()),
    details: z.array(z.looseObject({})),
  })
  .partial()

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
  /** Headers of every reply. */
  headers: z.record(z.string(), z.string()).default({}),
  /** The body of every error, also as an event of a stream, and defaults for rows. */
  error: z.looseObject({}),
  defaults: wording,
  /** Messages shared by several rows through `like`. */
  wordings: z.record(z.string(), wording).default({}),
  /** JSON Schemas to `$ref`. */
  schemas: z.record(z.string(), z.looseObject({})).default({}),
  models: z.record(z.string(), model),
  /** Suffix of a model snapshot's name. */
  snapshot: z.string().default('$'),
  /** Allowed fields, by part of the request. */
  fields: z.record(
    z.string(),
    z.string().transform((names) => names.split(/\s+/)),
  ),
  /** By variant of the service; `paid` is the default. */
  limits: z.record(z.string(), limit).and(z.object({ paid: limit })),
  refusals: z.record(z.string(), z.array(rule)),
  /** Why an answer ended, by endpoint: as it should, with a call, or cut off by the limit of tokens. */
  finish: z.record(z.string(), z.object({ ended: z.string(), called: z.string(), cut: z.string() })),
  /** Templates for reply bodies and stream events. */
  replies: z.record(z.string(), z.union([z.looseObject({}), z.array(z.unknown())])),
})

export type Scope = Dict

/** Derived facts about list items, by item name. */
export type Facts = Readonly<Record<string, (item: Dict, scope: Scope) => Dict>>

type Found = Generator<[Rule, Scope]>

/** A vendor's API. Its data comes from `data/<name>.yaml`. */
export abstract class Vendor {
  readonly account: Account
  readonly data: z.infer<typeof vendorData>
  readonly #key: string | undefined
  readonly #facts: Facts
  readonly #ajv = new Ajv({ $data: true, strictTypes: false })
  readonly #buckets = new Map<string, { level: number; at: number }>()
  readonly #validators = new Map<Rule, ValidateFunction>()
  #requestId = ''

  /** The key in a call, and what else the rules `access` need. */
  protected abstract accessOf(call: Call): Scope

  /** Answers a call that has access. */
  protected abstract route(call: Call): Reply

  constructor(account: Account, name: string, facts: Facts) {
    this.account = account
    const file = new URL(`data/${name}.yaml`, import.meta.url)
    const schema = CORE_SCHEMA.withTags(mergeTag)
    this.data = vendorData.parse(load(readFileSync(file, 'utf8'), { schema }))
    this.#key = account.keys[`${name.toUpperCase()}_API_KEY`]
    this.#facts = facts
    for (const [id, schema] of Object.entries(this.data.schemas)) this.#ajv.addSchema(schema, id)
  }

  answer(call: Call): Reply {
    this.#requestId = this.account.nextId('req_', 24)
    const access = { ...this.accessOf(call), ownKey: this.#key, variant: this.account.variant }
    const reply = this.account.fails()
      ? this.refuse(String(access.variant))
      : (this.refusal('access', access) ?? this.route(call))
    const headers = this.#fill(this.data.headers) as Headers
    return { ...reply, headers: { 'content-type': 'application/json', ...headers, ...reply.headers } }
  }

  /** A model by name, with or without a snapshot date. */
  model(name: unknown): Model | undefined {
    const { models, snapshot } = this.data
    const found = [text(name), text(name).replace(new RegExp(snapshot), '')].find((each) =>
      Object.hasOwn(models, each),
    )
    return found === undefined ? undefined : { id: found, ...(models[found] as z.infer<typeof model>) }
  }

  /** The first field of a request that this part of it does not have. */
  stranger(body: Dict, part: string): string | undefined {
    return Object.keys(body).find((key) => !this.data.fields[part]?.includes(key))
  }

  /** The refusal by the first rule of a list that matches, if any. */
  refusal(rules: string, scope: Scope = {}): Reply | undefined {
    const [first] = this.#found(this.data.refusals[rules] ?? [], scope)
    if (first === undefined) return undefined
    const { status = 400, headers, ...rest } = this.#filled(...first)
    return json(status, this.#fill(this.data.error, { ...first[1], ...rest, status }), headers)
  }

  /** The error event of a stream that has begun. The id of the request was in its headers. */
  streamError(): string {
    const { request_id: _, ...error } = JSON.parse(String(this.refuse('in-stream').body))
    return eventLines(error, 0)
  }

  /** The refusal of a request that is known to be wrong. */
  refuse(rules: string, scope?: Scope): Reply {
    return this.refusal(rules, scope) as Reply
  }

  /** The body of a reply, or the events of a stream. */
  reply(name: string, scope: Scope): unknown {
    return this.#fill(this.data.replies[name], scope)
  }

  /**
   * Answers a request for an endpoint's text, unless one of its rules, a rate limit or the size of the model's window
   * refuses it.
   */
  complete(endpoint: string, question: Question, given: Scope & { model: Model }, streams: boolean): Reply {
    const { inputTokens: tokens, maxTokens } = question
    const asked = { tokens, maxTokens, allTokens: tokens + maxTokens, ...given }
    const refused = this.refusal(endpoint, asked)
    if (refused) return refused
    const limits = this.limits(given.model, count(given.counted) ?? tokens, given)
    const tooMuch = limits.refused ?? this.refusal(`${endpoint}-window`, asked)
    if (tooMuch) return tooMuch
    const said = answer(question)
    const end = said.cut ? 'cut' : said.calls.length > 0 ? 'called' : 'ended'
    const finish = this.data.finish[endpoint]?.[end]
    const scope = {
      ...asked,
      said,
      finish,
      total: tokens + said.outputTokens,
      now: Math.floor(Date.now() / 1000),
    }
    const whole = this.reply(endpoint, scope)
    if (!streams) return json(200, whole, limits.headers)
    const headers = { 'content-type': 'text/event-stream; charset=utf-8', ...limits.headers }
    const events = list(this.reply(`${endpoint}-stream`, { ...scope, whole }))
    return { status: 200, headers, body: events.map(eventLines) }
  }

  #fill(template: unknown, scope: Scope = {}): unknown {
    return fill(template, { ...scope, nextId: this.account.nextId, requestId: this.#requestId })
  }

  /** The rate limit headers, and the refusal if this request exceeds a limit. */
  limits(model: Model, tokens: number, facts: Scope = {}) {
    const { variant } = this.account
    const own = this.data.limits[variant ?? ''] ?? this.data.limits.paid
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
      ...{ ...facts, variant, model, requests, used, tokens, limitOfRequests, limitOfTokens },
      value: limitOfRequests === 0 ? undefined : String(limitOfRequests),
      inEnglish: [limitOfRequests, limitOfTokens].map((limit) => limit.toLocaleString('en')),
      seconds: wait / 1000,
      wholeSeconds: Math.ceil(wait / 1000),
      milliseconds: wait,
      wait: duration(wait),
    }
    const headers = this.reply('limit-headers', scope) as Headers
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
  }

  *#foundInGroup({ each, rules = [] }: Rule, scope: Scope): Found {
    const name = each?.split(' of ')[0] ?? ''
    for (const inner of each === undefined ? [scope] : scopesOf(each, scope))
      yield* this.#found(rules, { ...inner, ...this.#facts[name]?.(dict(inner[name]), inner) })
  }

  #filled(row: Rule, scope: Scope) {
    const wording = { ...this.data.defaults, ...this.data.wordings[row.like ?? ''], ...row }
    const { says, status, type, param, code, details } = wording
    const headers = { ...this.data.defaults.headers, ...wording.headers }
    const own = fill({ type, param, code, details, headers }, scope) as Rule & { headers: Headers }
    return { ...own, status, message: String(fill(says, { ...scope, ...own })) }
  }

  #holds(row: Rule, scope: Scope): boolean {
    if (row.when === undefined && row.unless === undefined) return true
    const validator = this.#validators.get(row) ?? this.#ajv.compile(schemaOf(row))
    this.#validators.set(row, validator)
    return validator(scope) === true
  }
}

/** A row's conditions as one JSON Schema for the scope. */
export function schemaOf({ when = {}, unless }: Rule): AnySchemaObject {
  const all = Object.entries(when).map(schemaAt)
  const none = Object.entries(unless ?? {}).map(schemaAt)
  return { allOf: [...all, ...(none.length > 0 ? [{ not: { allOf: none } }] : []), true] }
}

function schemaAt([path, condition]: [path: string, condition: unknown]): AnySchemaObject {
  if (condition === false) return { not: schemaAt([path, true]) }
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
