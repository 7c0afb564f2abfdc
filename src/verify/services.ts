import { postgres, redis } from './database-services.ts'
import { fakeApiServices } from './fake-api-service.ts'
import type { Service } from './service.ts'

/** Every service that a page can name in `needs`. */
export const services: readonly Service[] = [...fakeApiServices, postgres, redis]
