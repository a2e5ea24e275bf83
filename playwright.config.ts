import { availableParallelism, totalmem } from 'node:os'
import { defineConfig } from '@playwright/test'
import type { PeopleOptions } from './e2e/support/people.ts'
import { chromiumArguments, chromiumPath, headlessShellPath } from './scripts/browsers.ts'
import { quarantined } from './scripts/quarantine.ts'

/**
 * Files with tests that count frames, seconds or bytes, or kill browsers and servers. Those tests are soak tests, and run
 * one at a time.
 */
const timingSensitive = process.env.SOAK
  ? ['fuzz-editing', 'paragraphs', 'player-*', 'upload-*', 'video-screens'].map((name) => `**/${name}{,.soak}.spec.ts`)
  : []

/** A browser that records needs both cores: two of them at a time would miss their frames. */
const recording = ['**/extension.spec.ts', '**/recording.spec.ts', '**/recorder-*.soak.spec.ts']

/** Long-running tests, which only `npm run test:all` runs. */
const soak = /@soak|\.soak\.spec\.ts/

/**
 * Each worker runs a server, a PostgreSQL and a Chromium, which need about 2 GB together. More than cores, because
 * journeys wait for screens and jobs a third of the time.
 */
const workers = Math.max(2, Math.min(Math.ceil(availableParallelism() * 1.5), Math.floor(totalmem() / 2 ** 31)))

/** Journeys with recordings, repeated in a browser that cannot decode; soak tests. */
const withoutDecoder = ['paragraphs', 'reactions', 'sharing-video', 'timeline', 'video'].map(
  (name) => `**/${name}.spec.ts`,
)

export default defineConfig<object, PeopleOptions>({
  testDir: 'e2e',
  testMatch: '**/*.spec.ts',
  retries: 0,
  workers,
  grepInvert: [...quarantined, ...(process.env.SOAK ? [] : [soak])],
  projects: [
    {
      name: 'journeys',
      testIgnore: [...timingSensitive, ...recording],
      use: { launchOptions: { executablePath: headlessShellPath, args: chromiumArguments } },
      outputDir: 'test-results/journeys',
    },
    {
      name: 'recording',
      testMatch: recording,
      workers: 1,
      // A button that never appears is reported with its line.
      use: { actionTimeout: 60_000 },
      outputDir: 'test-results/recording',
    },
    ...(process.env.SOAK
      ? [
          {
            name: 'timing-sensitive',
            testMatch: timingSensitive,
            workers: 1,
            outputDir: 'test-results/timing-sensitive',
          },
          {
            name: 'without-decoder',
            testMatch: withoutDecoder,
            use: { browserCanDecode: false },
            outputDir: 'test-results/without-decoder',
          },
        ]
      : []),
  ],
  // The limits only end tests that hang: assertions about time state their own.
  timeout: 300_000,
  expect: { timeout: 45_000 },
  forbidOnly: Boolean(process.env.CI),
  reporter: 'list',
  use: {
    viewport: { width: 1280, height: 800 },
    // Recording a trace takes a quarter of the time of a journey; --trace=on records one.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: { executablePath: chromiumPath, args: chromiumArguments },
  },
})
