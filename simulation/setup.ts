import 'fake-indexeddb/auto'
import os from 'node:os'
import { vi } from 'vitest'

// Ten thousand runs need only a processor: tests that wait for something come first.
if (process.env['SOAK']) os.setPriority(os.constants.priority.PRIORITY_LOW)

// The timers of Node's promises are not virtual.
vi.mock('node:timers/promises', () => ({
  setTimeout: (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms)),
}))

/**
 * Yjs and its awareness keep the `Date.now` that they find when they are loaded. This one follows the clock that is in
 * use, so carets are renewed in virtual time too; otherwise every idle page would reconnect after 90 s.
 */
const RealDate = Date
const realNow = Date.now.bind(Date)

RealDate.now = () => (globalThis.Date === RealDate ? realNow() : globalThis.Date.now())
