import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createShutdown } from './shutdown.ts'

/** A server with a database and an app whose stop takes until `finish` is called. */
function startedServer() {
  const events: string[] = []
  const clock = { ms: 0 }
  const app = Promise.withResolvers<void>()
  const shutdown = createShutdown({
    log: { info: () => undefined, error: () => undefined },
    exit: (code) => void events.push(`exit ${code}`),
    now: () => clock.ms,
  })
  shutdown.add(async () => void events.push('database closed'))
  shutdown.add(async () => {
    events.push('app closing')
    await app.promise
  })
  const signal = (name: string) => shutdown.onSignal(name, Promise.resolve())
  return { events, clock, signal, finish: app.resolve, shutdown }
}

test('two signals for one stop, from the group and the parent, stop the server once', async () => {
  const { events, clock, signal, finish } = startedServer()
  const first = signal('SIGINT')
  await nextTurn()
  clock.ms = 1900
  await signal('SIGTERM')
  expect(events).toEqual(['app closing'])
  finish()
  await first
  expect(events).toEqual(['app closing', 'database closed', 'exit 0'])
})

test('a later signal ends the wait, and still stops the database', async () => {
  const { events, clock, signal } = startedServer()
  void signal('SIGTERM')
  await nextTurn()
  clock.ms = 2001
  await signal('SIGTERM')
  expect(events).toEqual(['app closing', 'database closed', 'exit 1'])
})

test('what cannot be closed does not keep the rest open', async () => {
  const { events, signal, finish, shutdown } = startedServer()
  shutdown.add(() => Promise.reject(new Error('stuck')))
  finish()
  await signal('SIGTERM')
  expect(events).toEqual(['app closing', 'database closed', 'exit 0'])
})
