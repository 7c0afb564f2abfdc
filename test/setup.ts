import { afterAll } from 'vitest'
import { endCommands } from './serve/process.ts'

/* Runs for each test file: helpers are loaded once for many of them, and vitest ignores hooks of running tests. */
afterAll(endCommands)
