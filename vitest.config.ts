import { availableParallelism } from 'node:os'
import path from 'node:path'
import { configDefaults, defineConfig } from 'vitest/config'
import { quarantined } from './scripts/quarantine.ts'

/** Soak tests are left out unless SOAK is set, as `npm run test:all` does. */
const exclude = [...configDefaults.exclude, ...(process.env.SOAK ? [] : ['**/*.soak.test.{ts,tsx}'])]

const setupFiles = [path.join(import.meta.dirname, 'scripts/fixed-seed.ts')]

/** A worker loads the modules once for all its test files: loading them costs more than most of the files. */
const isolate = false

/** Only ends tests that hang: on a busy machine a test takes many times as long. */
const testTimeout = 120_000

export default defineConfig({
  test: {
    // One more than cores, because tests wait for the database, jobs and time limits much of the time.
    maxWorkers: availableParallelism() + 1,
    ...(quarantined.length > 0 && {
      testNamePattern: new RegExp(`^(?!.*(?:${quarantined.map(({ source }) => source).join('|')}))`),
    }),
    projects: [
      {
        test: {
          name: 'shared',
          root: 'packages/shared',
          include: ['src/**/*.test.ts'],
          exclude,
          setupFiles,
          isolate,
          testTimeout,
        },
      },
      {
        test: {
          name: 'server',
          root: 'packages/server',
          include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
          exclude,
          setupFiles,
          isolate,
          globalSetup: [path.join(import.meta.dirname, 'packages/server/test/global-setup.ts')],
          testTimeout,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'recorder',
          root: 'packages/recorder',
          include: ['src/**/*.test.ts'],
          exclude,
          setupFiles,
          isolate,
          testTimeout,
        },
      },
      {
        test: {
          name: 'extension',
          root: 'packages/extension',
          include: ['src/**/*.test.ts'],
          exclude,
          setupFiles,
          isolate,
          testTimeout,
        },
      },
      {
        test: {
          name: 'web',
          root: 'packages/web',
          include: ['{src,vite}/**/*.test.{ts,tsx}'],
          exclude: [...exclude, 'src/**/*.browser.test.{ts,tsx}'],
          setupFiles,
          isolate,
          testTimeout,
        },
      },
      // Virtual time replaces the timers of the whole process.
      {
        test: {
          name: 'simulation',
          root: 'simulation',
          setupFiles: [path.join(import.meta.dirname, 'simulation/setup.ts')],
          include: ['*.test.ts'],
          exclude,
          isolate: true,
        },
      },
      'packages/web/vitest.config.ts',
    ],
  },
})
