/** Component tests: the real app in a real Chromium, before a server that the test speaks for. */
import { availableParallelism } from 'node:os'
import { playwright } from '@vitest/browser-playwright'
import react from '@vitejs/plugin-react'
import { configDefaults, defineProject } from 'vitest/config'
import { chromiumArguments, headlessShellPath } from '../../scripts/browsers.ts'
import { browserCommands } from './test/browser-commands.ts'
import { cataloguePlugin } from './vite/catalogue-plugin.ts'

const browserTests = '{src,test}/**/*.browser.test.{ts,tsx}'
const touchTests = 'src/**/*.touch.browser.test.tsx'

export default defineProject({
  plugins: [react(), cataloguePlugin()],
  // Found before the first test: a package that is found later reloads the page under a running test.
  optimizeDeps: {
    entries: ['src/main.tsx', browserTests],
    // Not found in advance; found during the tests, it reloads their page.
    include: ['y-protocols/awareness', '@tiptap/pm/gapcursor'],
  },
  test: {
    name: 'component',
    include: [browserTests],
    setupFiles: ['test/setup.ts'],
    // One page for all files of a worker: loading the app takes longer than a test. `closePage` leaves nothing behind.
    isolate: false,
    // After the projects without a browser, which have another number of workers.
    sequence: { groupOrder: 1 },
    // A page waits for timers, animations and the next test half of the time.
    maxWorkers: Math.max(2, availableParallelism()),
    // These limits only end tests that hang.
    testTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    browser: {
      enabled: true,
      headless: true,
      ui: false,
      screenshotFailures: false,
      viewport: { width: 1280, height: 800 },
      locators: { exact: false },
      commands: browserCommands,
      instances: [
        { browser: 'chromium', exclude: [...configDefaults.exclude, touchTests] },
        // In pages of their own, which stay touch screens.
        { browser: 'chromium', name: 'component (touch screen)', include: [touchTests] },
      ],
      provider: playwright({
        launchOptions: {
          executablePath: headlessShellPath,
          args: chromiumArguments,
        },
        contextOptions: { reducedMotion: 'reduce', timezoneId: 'UTC', locale: 'en-GB' },
      }),
    },
  },
})
