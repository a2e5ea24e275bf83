/**
 * Puts URLs into every field of every call, and into all user content: the server must contact none of them. Only an
 * image by URL is fetched, by the one module that cannot reach private networks (`platform/fetch`).
 */
import type { Call } from '@knowreel/shared/catalogue/call.ts'
import { catalogue } from '@knowreel/shared/catalogue/catalogue.ts'
import { channel } from 'node:diagnostics_channel'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { afterAll, expect, test, vi } from 'vitest'
import * as z from 'zod'
import { startFetchingServer } from '../../test/servers/fetching-server.ts'
import { StreamClient } from '../../test/clients/stream-client.ts'
import { buildWorld, sampleRequests, type CallName } from '../../test/world.ts'
import { buildArticle } from '../article/article.builder.ts'
import { buildArchive } from '../import-export/archive.fixture.ts'
import { runTestImport, waitForJob } from '../import-export/import-export-job.fixture.ts'

vi.setConfig({ testTimeout: 240_000 })

const heard: string[] = []
const canary = createServer((socket) => {
  heard.push(String(socket.remotePort))
  socket.end('HTTP/1.1 200 OK\r\ncontent-length: 6\r\n\r\nsecret')
})
await new Promise<void>((resolve) => canary.listen(0, '127.0.0.1', resolve))
const { port } = canary.address() as AddressInfo
afterAll(() => void canary.close())

/** Host names that this process resolved in order to connect to them. */
const asked: string[] = []
channel('net.client.socket').subscribe((message) => {
  const { socket } = message as { socket: Socket }
  socket.once('lookup', (_error, _address, _family, host) => asked.push(host))
})

const { server, fetched } = await startFetchingServer()
const { db } = server

const address = `http://127.0.0.1:${port}/x.png`
const nowhere = `http://canary.invalid:${port}/`
const hostile = [
  nowhere,
  `<p><img src="${address}"><a href="${address}">${address}</a></p><iframe src="${address}"></iframe>`,
]

function leaves(value: unknown, path: readonly string[] = []): (readonly string[])[] {
  if (typeof value === 'string') return [path]
  return typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([name, inner]) => leaves(inner, [...path, name]))
    : []
}

function withValue(value: unknown, [name, ...rest]: readonly string[], put: string): unknown {
  if (name === undefined) return put
  if (Array.isArray(value))
    return value.map((inner: unknown, at) => (String(at) === name ? withValue(inner, rest, put) : inner))
  const fields = (value ?? {}) as Record<string, unknown>
  return { ...fields, [name]: withValue(fields[name], rest, put) }
}

/** Also fields that the sample does not send. */
function declared(call: Call): (readonly string[])[] {
  const { properties = {} } = z.toJSONSchema(call.body, { io: 'input', unrepresentable: 'any' }) as {
    properties?: Record<string, unknown>
  }
  return Object.keys(properties).map((name) => [name])
}

const send = (call: Call, params: object, query: object, body: unknown, token: string) =>
  fetch(
    `${server.url}/api${call.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent((params as Record<string, string>)[name] ?? ''))}?${new URLSearchParams(query as Record<string, string>)}`,
    {
      method: call.method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', referer: address },
      body: call.method === 'GET' ? null : JSON.stringify(body ?? {}),
    },
  ).then((answer) => answer.arrayBuffer())

test('the canary detects a request', async () => {
  expect(await (await fetch(address)).text()).toBe('secret')
  expect(heard.splice(0)).toHaveLength(1)
  await fetch(nowhere).catch(() => null)
  expect(asked.splice(0)).toContain('canary.invalid')
})

test('no call follows a URL in its fields', async () => {
  for (const [feature, calls] of Object.entries(catalogue)) {
    for (const [name, call] of Object.entries(calls as Record<string, Call>)) {
      const full = `${feature}.${name}` as CallName
      const world = await buildWorld(db)
      const token = await server.signIn(world.people.owner, world.company)
      const { params = {}, query = {}, body } = sampleRequests[full](world)
      for (const put of hostile) {
        for (const path of leaves(params)) await send(call, withValue(params, path, put) as object, query, body, token)
        for (const path of leaves(query)) await send(call, params, withValue(query, path, put) as object, body, token)
        for (const path of [...leaves(body), ...declared(call)])
          await send(call, params, query, withValue(body, path, put), token)
      }
      if (full === 'image.upload') {
        expect(fetched.splice(0)).toContain(nowhere)
        // The name was resolved to check that it does not exist; no request followed.
        asked.length = 0
      }
      expect([full, fetched, asked.filter((host) => host.includes('canary'))]).toEqual([full, [], []])
    }
  }
  expect(heard).toEqual([])
})

test('what people write, import, export and print contacts nobody', async () => {
  const world = await buildWorld(db)
  const token = await server.signIn(world.people.owner, world.company)
  const { workspace } = world
  const article = await buildArticle(db, { workspace, textTabs: [{ text: hostile.join('\n') }] })
  const pages = {
    'a.md': `![x](${address})\n\n[${address}](${address})\n\n<img src="${address}">\n\n${hostile[1]}`,
    'b.html': `<base href="${address}"><link rel=stylesheet href="${address}"><img srcset="${address} 2x" src="${address}">${hostile[1]}`,
    'c.csv': `a,b\n${address},=IMPORTXML("${address}")\n`,
    'd.svg': `<svg xmlns="http://www.w3.org/2000/svg"><image href="${address}"/></svg>`,
    'e.md': '![x](d.svg)',
  }
  const bytes = await buildArchive(pages)
  const job = await runTestImport(server, {
    token,
    workspaceId: workspace.id,
    files: [{ name: `${address}.zip`, bytes }],
  })
  expect(job).toMatchObject({ status: 'done', report: { articles: 4 } })
  for (const format of ['html', 'markdown'] as const) {
    const begun = await server.call(
      'importExport.exportWorkspace',
      { params: { id: workspace.id }, body: { format } },
      token,
    )
    expect((await waitForJob(server, token, begun.ok.job.id)).error).toBeNull()
  }
  const client = new StreamClient(server.url, 'generate-pdf', (await server.call('session.ticket', {}, token)).ok.token)
  await client.send({ type: 'start', data: { articleId: article.id, textTabId: null } })
  expect(await client.closed).toMatchObject({ code: 3001 })
  expect([heard, fetched, asked.filter((host) => host.includes('canary'))]).toEqual([[], [], []])
})
