/**
 * Services that an executed page may ask for with `needs`; `src/verify/services.ts` says how each one is started. What
 * follows a colon is a state in which the service is.
 */
export const serviceNames = [
  'fake-api',
  'fake-api:overloaded',
  'fake-api:server-error',
  'fake-api:bad-gateway',
  'fake-api:no-credit',
  'fake-api:free-tier',
  'fake-api:cut-stream',
  'fake-api:error-in-stream',
  'fake-api:slow',
  'postgres',
  'redis',
] as const

export type ServiceName = (typeof serviceNames)[number]

const real: ReadonlySet<ServiceName> = new Set(['postgres', 'redis'])

/** Does it only act like the real thing? A page that needs one says so. */
export const isStandIn = (name: ServiceName): boolean => !real.has(name)
