import { availableParallelism } from 'node:os'
import path from 'node:path'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    // Much of a test is waiting for the database; by itself the runner would use one of two cores.
    // As for journeys: see docs/decisions/0059.
    retry: process.env.CI ? 1 : 0,
    maxWorkers: Math.max(2, availableParallelism() - 1),
    projects: [
      { test: { name: 'shared', root: 'packages/shared', include: ['src/**/*.test.ts'] } },
      {
        test: {
          name: 'server',
          root: 'packages/server',
          include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
          globalSetup: [path.join(import.meta.dirname, 'packages/server/test/global-setup.ts')],
          testTimeout: 20_000,
          hookTimeout: 30_000,
        },
      },
      { test: { name: 'recorder', root: 'packages/recorder', include: ['src/**/*.test.ts'] } },
      { test: { name: 'web', root: 'packages/web', include: ['src/**/*.test.{ts,tsx}'] } },
    ],
  },
})
