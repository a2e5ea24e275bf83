/** Kills the server in the middle of uploads: nothing of them is ever visible, and the sweep removes the remains. */
import { readdir } from 'node:fs/promises'
import { connect } from 'node:net'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { createTestDatabase } from '../../test/database.ts'
import { prepareKillableServer } from '../../test/servers/killable-server.ts'
import { buildWorld } from '../../test/world.ts'
import { openFileStorage } from '../platform/files/index.ts'
import type { Enqueue } from '../platform/jobs/index.ts'
import { startSession } from '../user/index.ts'
import { listStoredFiles } from './file.fixture.ts'
import { picture } from './image/picture.fixture.ts'
import { sweepUnusedFiles } from './sweep/sweep-files.ts'

const KILLS = 4
const { db, connection } = await createTestDatabase()
const server = await prepareKillableServer(connection)
const { dataDirectory } = server

test(
  'a killed server leaves nothing of an upload that anybody sees, and whole uploads last',
  { timeout: 480_000 },
  async () => {
    const { company, article, people } = await buildWorld(db)
    const before = await wholeFiles()
    const token = await startSession(db, { userId: people.owner.id, companyId: company.id, userAgent: null })
    const bytes = await picture('png', 900, 700)
    const send = async (kind: 'image' | 'file-attachment') => {
      const form = new FormData()
      form.append('file', new Blob([Uint8Array.from(kind === 'image' ? bytes : Buffer.alloc(3_000_000, 1))]), 'a.png')
      const answer = await fetch(`${server.url}/api/${kind}/upload?articleId=${article.id}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}` },
        body: form,
      })
      return ((await answer.json()) as { id: string }).id
    }
    const answered: string[] = []
    for (let count = 0; count < KILLS; count += 1) {
      await server.start()
      const drafted = (await drafts()).length
      const half = beginHalf(article.id, token)
      await vi.waitFor(async () => expect((await drafts()).length).toBeGreaterThan(drafted), { timeout: 10_000 })
      const sending = Array.from({ length: 16 }, (_, at) => send(at % 2 === 0 ? 'image' : 'file-attachment'))
      for (const one of sending) one.then((id) => answered.push(id)).catch(() => {})
      await Promise.any(sending)
      await delay(Math.random() * 150)
      await server.kill()
      half.destroy()
      await Promise.allSettled(sending)
    }
    const whole = await wholeFiles()
    expect(answered.length).toBeGreaterThan(0)
    // Everything acknowledged is durable; a row says that its bytes are stored exactly when they are.
    const ids = new Set(whole.map(({ id }) => id))
    expect(answered.filter((id) => !ids.has(id))).toEqual([])
    const added = whole.filter(({ id }) => before.every((one) => one.id !== id))
    const storage = await openFileStorage({ dataDirectory, secret: 'a secret for tests only, 32 characters' })
    for (const { key, size } of added) expect((await storage.find(key))?.size, key).toBe(size)
    // The rows of interrupted uploads lead the sweep to their bytes: a day later only complete files remain.
    const stored = () =>
      listStoredFiles({ dataDirectory }).then((all) => all.filter((one) => /^(images|attachments)\//.test(one)))
    const keys: string[] = []
    const enqueue = (async (_db: unknown, _job: unknown, payload: { key: string }) =>
      keys.push(payload.key)) as unknown as Enqueue
    await db.updateTable('files').set({ was_used: true }).where('stored_at', 'is not', null).execute()
    const now = new Date(Date.now() + 2 * 86_400_000)
    await sweepUnusedFiles(db, enqueue, { now, signal: new AbortController().signal })
    for (const key of keys) await storage.remove(key)
    expect(await stored()).toEqual(added.map(({ key }) => key).toSorted())
    expect(await db.selectFrom('files').where('stored_at', 'is', null).selectAll().execute()).toEqual([])
  },
)

const wholeFiles = () =>
  db.selectFrom('files').where('stored_at', 'is not', null).select(['id', 'key', 'size']).execute()

async function drafts(): Promise<string[]> {
  try {
    return (await readdir(path.join(dataDirectory, 'files', 'drafts'))).filter((name) => name.endsWith('.draft'))
  } catch {
    return []
  }
}

/** An upload that never finishes. */
function beginHalf(articleId: string, token: string) {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
  socket.on('error', () => {})
  socket.write(
    `POST /api/file-attachment/upload?articleId=${articleId} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n` +
      'Content-Type: multipart/form-data; boundary=b\r\nContent-Length: 9000000\r\n\r\n' +
      '--b\r\nContent-Disposition: form-data; name="file"; filename="a.bin"\r\n\r\n',
  )
  socket.write(Buffer.alloc(2_000_000))
  return socket
}
