/** Services that an executed page may ask for with `needs`; `src/verify/services.ts` says how each one is started. */
export const serviceNames = ['fake-api', 'flawed-mcp-server', 'postgres', 'redis'] as const

/** Those that only act like the real thing; a page that needs one says so. */
export const standIns: ReadonlySet<string> = new Set<ServiceName>(['fake-api', 'flawed-mcp-server'])

export type ServiceName = (typeof serviceNames)[number]
