/** Services that an executed page may ask for with `needs`; `src/verify/services.ts` says how each one is started. */
export const serviceNames = ['fake-api', 'flawed-mcp-server', 'postgres', 'redis'] as const

export type ServiceName = (typeof serviceNames)[number]
