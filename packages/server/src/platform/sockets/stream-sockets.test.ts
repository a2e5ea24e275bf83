import { AppError } from '@knowreel/shared/error/app-error.ts'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import * as z from 'zod'
import { StreamClient } from '../../../test/clients/stream-client.ts'
import { createStreamSockets, defineStream, serverStops } from './index.ts'
import type { StreamSockets } from './stream-sockets.ts'
import { closeReason } from './session-socket.ts'
import type { Progress } from './stream.ts'

/** The permissions of each person by name; removed while a test runs. */
const ended = new Set<string>()
const refused = new Set<string>()
/** Running generations, by subject. */
const running = new Map<string, Progress & { finish: (result: unknown) => void; fail: (error: unknown) => void }>()
let rechecks = 0

const poem = defineStream<string, { about: string }>({
  name: 'poem',
  data: z.object({ about: z.string().min(1) }),
  authorise: async (actor) => {
    if (refused.has(actor)) throw new AppError('forbidden')
  },
  recheck: async (open) => {
    rechecks += 1
    return new Set(open.filter(({ actor }) => !refused.has(actor)).map(({ id }) => id))
  },
  keyOf: (_actor, { about }) => about,
  generate: (_actor, { about }, progress) =>
    new Promise((finish, fail) => {
      running.set(about, { ...progress, finish, fail })
      progress.signal.addEventListener('abort', () => fail(new Error('aborted')))
    }),
})

const log = { info: vi.fn(), error: vi.fn() }
const serve = async (times: Partial<Parameters<typeof createStreamSockets<string>>[0]> = {}) => {
  const sockets: StreamSockets = createStreamSockets<string>({
    streams: [poem],
    log,
    enter: async (ticket) => {
      if (ticket === '' || ended.has(ticket)) throw new AppError('not_signed_in')
      return ticket
    },
    refresh: async (open) => new Map(open.filter(({ actor }) => !ended.has(actor)).map(({ id, actor }) => [id, actor])),
    ...times,
  })
  const server = createServer()
  server.on('upgrade', (request, socket, head) => {
    if (!sockets.handleUpgrade(request, socket, head)) socket.destroy()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const stop = async () => {
    await sockets.close()
    await new Promise((resolve) => server.close(resolve))
  }
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, sockets, stop }
}

const usual = await serve({ recheckMs: 200 })
afterAll(usual.stop)

const connect = (ticket = 'ines', stream = 'poem', url = usual.url) => {
  const client = new StreamClient(url, stream, ticket)
  onTestFinished(() => client.ws.terminate())
  return client
}
const begun = async (about: string) => {
  await vi.waitUntil(() => running.has(about))
  const generation = running.get(about)
  if (generation === undefined) throw new Error('not running')
  return generation
}
const start = (about: string) => ({ type: 'start', data: { about } })

describe('a generation', () => {
  test('sends updates and the result after the start, and closes with 3001', async () => {
    const client = connect()
    await client.send(start('rain'))
    const generation = await begun('rain')
    generation.update({ progress: 40, step: 'rhyming' })
    generation.update({ progress: 80 }, { delta: 'drops' })
    generation.finish({ text: 'drip' })
    expect(await client.closed).toMatchObject({ code: 3001 })
    expect(client.received).toEqual([
      { type: 'update', status: { progress: 40, step: 'rhyming' } },
      { type: 'update', status: { progress: 80 }, data: { delta: 'drops' } },
      { type: 'result', data: { text: 'drip' } },
    ])
  })

  test('ends by cancel, with 3001', async () => {
    const client = connect()
    await client.send(start('snow'))
    const { signal } = await begun('snow')
    await client.send({ type: 'cancel' })
    expect(await client.closed).toMatchObject({ code: 3001 })
    expect(signal.aborted).toBe(true)
  })

  test('continues without its socket, and reconnect returns the last update and the rest', async () => {
    const first = connect()
    await first.send(start('wind'))
    const generation = await begun('wind')
    first.ws.terminate()
    await first.closed
    generation.update({ progress: 30 })
    generation.update({ progress: 60 })
    expect(generation.signal.aborted).toBe(false)
    const second = connect()
    await second.send({ type: 'reconnect', data: { about: 'wind' } })
    await vi.waitUntil(() => second.count('update') === 1)
    generation.finish('whoosh')
    expect(await second.closed).toMatchObject({ code: 3001 })
    expect(second.received).toEqual([
      { type: 'update', status: { progress: 60 } },
      { type: 'result', data: 'whoosh' },
    ])
  })

  test('that ended without a follower returns its result once', async () => {
    const first = connect()
    await first.send(start('fog'))
    const generation = await begun('fog')
    first.ws.terminate()
    await first.closed
    await delay(20)
    generation.finish('grey')
    await delay(20)
    // Clients of smart notes send this form.
    const second = connect()
    await second.send({ type: 'start', data: { about: 'fog', type: 'reconnect' } })
    expect(await second.closed).toMatchObject({ code: 3001 })
    expect(second.received).toEqual([{ type: 'result', data: 'grey' }])
    const third = connect()
    await third.send({ type: 'reconnect', data: { about: 'fog' } })
    expect(await third.closed).toEqual(expect.objectContaining({ code: 3000, reason: 'Nothing is running' }))
  })

  describe('that ended is reported again to a page that took part in it', () => {
    const begin = async (about: string, ...pages: string[]) => {
      const clients = pages.map(() => connect())
      for (const [at, client] of clients.entries()) {
        await client.send({ type: at === 0 ? 'start' : 'reconnect', id: pages[at], data: { about } })
        await begun(about)
      }
      const update = { progress: 10 }
      ;(await begun(about)).update(update)
      await vi.waitUntil(() => clients.every((client) => client.count('update') > 0))
      return { clients, ...(await begun(about)) }
    }
    const reconnect = async (about: string, id?: string) => {
      const client = connect()
      await client.send({ type: 'reconnect', id, data: { about } })
      return [await client.closed, client.received.at(-1)] as const
    }
    const nothing = { code: 3000, reason: 'Nothing is running' }

    test('when the socket that received the result had lost its network', async () => {
      const { clients, finish } = await begin('dew', 'page-1')
      clients[0]?.ws.pause()
      finish('wet')
      await delay(20)
      const result = { type: 'result', data: 'wet' }
      expect(await reconnect('dew', 'page-1')).toMatchObject([{ code: 3001 }, result])
      expect(await reconnect('dew', 'page-1'), 'each answer may be lost').toMatchObject([{ code: 3001 }, result])
      expect(await reconnect('dew', 'page-2')).toMatchObject([nothing, undefined])
      expect(await reconnect('dew')).toMatchObject([nothing, undefined])
      expect(usual.sockets.statusOf('poem', 'dew')).toEqual({ status: 'none', progress: 0 })
    })

    test.each(['receives the result', 'cancels'])('when a colleague %s while its socket is lost', async (what) => {
      const { clients, finish } = await begin(what, 'page-1', 'page-2')
      clients[0]?.ws.terminate()
      await clients[0]?.closed
      if (what === 'cancels') await clients[1]?.send({ type: 'cancel' })
      else finish('calm')
      await clients[1]?.closed
      expect((await reconnect(what, 'page-1'))[0]).toMatchObject({ code: 3001 })
      expect((await reconnect(what))[0]).toMatchObject(nothing)
      expect(usual.sockets.statusOf('poem', what)).toEqual({ status: 'none', progress: 0 })
    })

    test('with its failure', async () => {
      const { clients, fail } = await begin('drought', 'page-1')
      fail(new AppError('unavailable'))
      await clients[0]?.closed
      expect((await reconnect('drought', 'page-1'))[0]).toMatchObject({ code: 3002 })
    })

    test('until another one starts', async () => {
      const first = await begin('tide', 'page-1')
      first.finish('low')
      await first.clients[0]?.closed
      running.delete('tide')
      const second = await begin('tide', 'page-2')
      second.finish('high')
      await second.clients[0]?.closed
      expect((await reconnect('tide', 'page-1'))[0]).toMatchObject(nothing)
    })
  })

  test('is not cancelled by a page that took part in an earlier one', async () => {
    const other = connect('jonas')
    await other.send({ type: 'start', id: 'page-2', data: { about: 'thaw' } })
    const { signal } = await begun('thaw')
    const late = connect()
    await late.send({ type: 'reconnect', data: { about: 'thaw' } })
    await late.send({ type: 'cancel', id: 'page-1' })
    expect((await late.closed).code).toBe(3001)
    expect(signal.aborted).toBe(false)
    const again = connect('jonas')
    await again.send({ type: 'reconnect', data: { about: 'thaw' } })
    await again.send({ type: 'cancel', id: 'page-2' })
    expect((await other.closed).code).toBe(3001)
    expect(signal.aborted).toBe(true)
  })

  test('runs one at a time: a second start is warned with 3000', async () => {
    const first = connect()
    await first.send(start('hail'))
    const generation = await begun('hail')
    const second = connect('jonas')
    await second.send(start('hail'))
    expect(await second.closed).toMatchObject({ code: 3000, reason: 'This is already running' })
    await first.send(start('more hail'))
    expect(await first.closed).toMatchObject({ code: 3000 })
    expect(generation.signal.aborted).toBe(false)
  })

  test('that fails reports the reason in at most 120 bytes, and nothing about internal errors', async () => {
    const explained = connect()
    await explained.send(start('ice'))
    ;(await begun('ice')).fail(new AppError('unavailable', { message: 'ü'.repeat(200) }))
    const { code, reason } = await explained.closed
    expect([code, Buffer.byteLength(reason)]).toEqual([3002, 120])
    const unexplained = connect()
    await unexplained.send(start('sleet'))
    ;(await begun('sleet')).fail(new Error('password of the database'))
    expect(await unexplained.closed).toMatchObject({ code: 3002, reason: 'Something went wrong' })
  })
})

describe('is closed with 3002 before anything begins', () => {
  test('for a stream that does not exist', async () => {
    expect(await connect('ines', 'novel').closed).toMatchObject({ code: 3002, reason: 'Not found' })
  })

  test('for a socket without a ticket, or with an invalid one', async () => {
    const client = connect('')
    await client.send(start('never'))
    expect(await client.closed).toMatchObject({ code: 3002, reason: 'Please sign in' })
    expect(running.has('never')).toBe(false)
  })

  test('for a person who may not start it', async () => {
    refused.add('tomasz')
    const client = connect('tomasz')
    await client.send(start('never'))
    expect(await client.closed).toMatchObject({ code: 3002, reason: 'You are not allowed to do this' })
    expect(running.has('never')).toBe(false)
  })

  test.each([
    ['what is no JSON', 'start'],
    ['an unknown type', { type: 'stop' }],
    ['no object', 7],
    ['data of another shape', { type: 'start', data: { about: '' } }],
    ['no data', { type: 'start' }],
  ])('whoever says %s', async (_, message) => {
    const client = connect()
    await client.send(message)
    expect(await client.closed).toMatchObject({ code: 3002 })
  })
})

describe('limits', () => {
  test('a message larger than any prompt closes the socket', async () => {
    const client = connect()
    await client.send(start('x'.repeat(600_000)))
    expect((await client.closed).code).toBe(1009)
  })

  test('a client that sends without reading is cut off', async () => {
    let enter: (actor: string) => void = () => {}
    const slow = await serve({ enter: () => new Promise((resolve) => (enter = resolve)) })
    onTestFinished(slow.stop)
    const client = connect('ines', 'poem', slow.url)
    await client.opened
    for (let i = 0; i < 50; i++) client.ws.send('{"type":"ping"}')
    expect(await client.closed).toMatchObject({ code: 3002 })
    enter('ines')
  })

  test('a client that reads nothing is cut off and gets the last update after reconnecting', async () => {
    const client = connect()
    await client.send(start('flood'))
    const generation = await begun('flood')
    client.ws.pause()
    for (let i = 0; i < 40; i++) generation.update({ progress: i }, 'x'.repeat(500_000))
    client.ws.resume()
    expect((await client.closed).code).toBe(1006)
    const again = connect()
    await again.send({ type: 'reconnect', data: { about: 'flood' } })
    await vi.waitUntil(() => again.count('update') === 1)
    expect(again.received[0]?.status).toEqual({ progress: 39 })
  })

  test('a reason is cut between characters', () => {
    expect(closeReason('short')).toBe('short')
    expect(closeReason(`${'a'.repeat(118)}🎉`)).toBe('a'.repeat(118))
    expect(closeReason('\ud800')).toBe('\ufffd')
  })
})

describe('pings', () => {
  test('are answered, and sent', async () => {
    const quick = await serve({ pingMs: 50 })
    onTestFinished(quick.stop)
    const client = connect('ines', 'poem', quick.url)
    await client.send({ type: 'ping' })
    await expect.poll(() => [client.count('pong'), client.count('ping') >= 2]).toEqual([1, true])
  })

  test('close a silent socket, and keep one that responds', async () => {
    const quick = await serve({ pingMs: 50, silenceMs: 400 })
    onTestFinished(quick.stop)
    const silent = connect('ines', 'poem', quick.url)
    const alive = connect('jonas', 'poem', quick.url)
    alive.ws.on('message', () => alive.ws.send('{"type":"pong"}'))
    expect(await silent.closed).toMatchObject({ code: 4408, reason: 'The connection was silent' })
    await delay(300)
    expect(alive.ws.readyState).toBe(alive.ws.OPEN)
  })
})

describe('access checks', () => {
  test('close the socket of an ended session, while its generation continues', async () => {
    const client = connect('maria')
    const other = connect('priya')
    await client.send(start('sun'))
    await other.send(start('moon'))
    const { signal } = await begun('sun')
    ended.add('maria')
    expect(await client.closed).toMatchObject({ code: 3002, reason: 'Please sign in' })
    expect([signal.aborted, other.ws.readyState]).toEqual([false, other.ws.OPEN])
  })

  test('close the sockets of people who lost the permission, in one query', async () => {
    const clients = Array.from({ length: 30 }, (_, at) => connect(at % 2 === 0 ? 'aiko' : 'noor'))
    for (const [at, client] of clients.entries()) await client.send(start(`star ${at}`))
    await begun('star 29')
    await usual.sockets.recheckNow()
    const before = rechecks
    refused.add('aiko')
    await usual.sockets.recheckNow()
    expect(rechecks - before).toBeLessThanOrEqual(2)
    for (const client of clients.filter((_, at) => at % 2 === 0))
      expect(await client.closed).toMatchObject({ code: 3002, reason: 'You are not allowed to do this' })
    expect(clients.filter(({ ws }) => ws.readyState === ws.OPEN)).toHaveLength(15)
  })
})

test('a stopping server closes its sockets', async () => {
  const own = await serve()
  const client = connect('ines', 'poem', own.url)
  await client.send(start('a storm'))
  const { signal } = await begun('a storm')
  await own.stop()
  expect((await client.closed).code).toBe(1012)
  expect(signal.reason, 'nobody canceled').toBe(serverStops)
})
