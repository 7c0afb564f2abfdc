import type { Service } from './service.ts'

/** Every service that a page can name in `needs`. */
export const services: readonly Service[] = []
