import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

/** Ends a test that hangs, and no test that is slow: a busy machine can take a hundred times as long. */
const hang = 600_000

export default defineConfig({
  test: {
    // `npm run mutate` takes those that run the program in their own process.
    include: process.env.MUTATED_BY?.split(' ') ?? ['test/**/*.test.ts'],
    globalSetup: 'test/global-setup.ts',
    setupFiles: 'test/setup.ts',
    // Files share the modules of their process: loading them again for each takes two fifths of the time. Stryker could not
    // tell then which tests reach a line.
    isolate: process.env.MUTATED_BY !== undefined,
    testTimeout: hang,
    hookTimeout: hang,
    teardownTimeout: hang,
    // One more than there are cores, because tests wait for other processes much of the time.
    maxWorkers: availableParallelism() + 1,
  },
})
