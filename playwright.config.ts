import { defineConfig } from '@playwright/test'

const isRoot = process.getuid?.() === 0

/** They count pictures, seconds or bytes, or kill browsers and servers in the middle, and want the machine for themselves. */
const byTheClock = ['fuzz-editing', 'paragraphs', 'player-*', 'upload-*', 'video-screens'].map(
  (name) => `**/${name}.spec.ts`,
)

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.spec.ts',
  // Each worker has a server of its own. `npm test` gives the first project two (scripts/test.mjs).
  workers: 1,
  // A journey that passes only at the second try is a failure that hides: at home it fails. Where other work shares the
  // machine it is told, not hidden (docs/decisions/0059).
  retries: process.env.CI ? 1 : 0,
  projects: [
    { name: 'beside others', testIgnore: byTheClock, outputDir: 'test-results/beside-others' },
    { name: 'by the clock', testMatch: byTheClock, outputDir: 'test-results/by-the-clock' },
  ],
  // They end what hangs; how long something may take is said where it matters. The machine may have other work.
  timeout: 120_000,
  expect: { timeout: 15_000 },
  forbidOnly: Boolean(process.env.CI),
  reporter: 'list',
  use: {
    viewport: { width: 1280, height: 800 },
    // To record every journey for the few that fail takes a quarter of all their time (docs/decisions/0068).
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
      args: [
        // Chromium's sandbox refuses to run as root.
        ...(isRoot ? ['--no-sandbox'] : []),
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
})
