import 'fake-indexeddb/auto'
import { webcrypto } from 'node:crypto'
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

// Ids of notes are random numbers too: with these a seed determines them, and the system is not asked for each.
webcrypto.getRandomValues = (array) => {
  const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength)
  for (let index = 0; index < bytes.length; index += 1) bytes[index] = Math.floor(Math.random() * 256)
  return array
}
