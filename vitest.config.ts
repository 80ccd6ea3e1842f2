import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/support/synthesis.ts', 'test/support/browser.ts'],
    // Many tests wait for time-outs and browsers: three at once keep two cores busy without starving any.
    maxWorkers: 3,
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
})
