/** Kills the server, and a rebuild of the index, while people write: afterwards the index equals a rebuilt one. */
import { newId, newKey } from '@knowreel/shared/identity/ids.ts'
import { sql } from 'kysely'
import { spawn } from 'node:child_process'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { expect, it, vi } from 'vitest'
import { createTestDatabase } from '../../../test/database.ts'
import { prepareKillableServer } from '../../../test/servers/killable-server.ts'
import { buildCompany } from '../../company/company.builder.ts'
import { startSession } from '../../user/index.ts'
import { buildWorkspace } from '../../workspace/workspace.builder.ts'
import { rebuildIndex } from '../index.ts'

const kills = 6
const reindexProgram = fileURLToPath(new URL('../../app/reindex-search.ts', import.meta.url))
const { db, connection } = await createTestDatabase()
const server = await prepareKillableServer(connection)

const readIndex = async () =>
  (
    await sql<{ entry: string }>`
      select json_build_array(kind, company_id, workspace_id, article_id, part, slug, starts_at, content, folded,
        terms::text, hash, changed_at)::text as entry
      from search_entries order by 1
    `.execute(db)
  ).rows.map(({ entry }) => entry)

it('equals a rebuilt one after every kill', { timeout: 300_000 }, async () => {
  const company = await buildCompany(db)
  const workspaces = [await buildWorkspace(db, { company }), await buildWorkspace(db, { company })]
  const token = await startSession(db, { userId: company.owner.id, companyId: company.id, userAgent: null })
  const call = (method: string, path: string, body: object) =>
    fetch(`${server.url}/api${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
      .then((response) => response.json() as Promise<{ article?: { id: string } }>)
      .catch(() => ({ article: undefined }))
  const ids: string[] = []
  let isOver = false
  const write = async (nth: number) => {
    while (!isOver) {
      const id = ids[Math.floor(Math.random() * ids.length * 1.5)] ?? 'new'
      const text = `<p>word${nth} ${newKey()}</p>`.repeat(20)
      const title = `Title ${newKey()}`
      const workspace = workspaces[Math.floor(Math.random() * 2)]?.id
      const textTabs = [{ id: newKey(), title: 'Note', text }]
      const created = { clientId: newId(), workspace, parentArticle: null, tags: [`tag ${nth}`], textTabs }
      const body = { ...(id === 'new' ? created : {}), title, isPublish: true }
      const { article } = await call('POST', `/article/${id}`, body)
      if (article !== undefined && id === 'new') ids.push(article.id)
      else await delay(10)
    }
  }
  for (let kill = 0; kill < kills; kill++) {
    isOver = false
    await server.start()
    const working = [1, 2, 3].map(write)
    await delay(500 + Math.random() * 1500)
    const reindex = spawn(process.execPath, [reindexProgram], {
      env: {
        ...process.env,
        DATA_DIR: server.dataDirectory,
        DATABASE_URL: `postgres://${connection.user}@localhost/${connection.database}?host=${encodeURIComponent(connection.host)}`,
      },
      stdio: 'ignore',
    })
    await delay(800 + Math.random() * 1500)
    reindex.kill('SIGKILL')
    await server.kill()
    isOver = true
    await Promise.all(working)
  }
  await server.start()
  await vi.waitFor(async () => expect(await db.selectFrom('search_changes').selectAll().execute()).toEqual([]), {
    timeout: 30_000,
    interval: 200,
  })
  const kept = await readIndex()
  expect(kept.length).toBeGreaterThan(10)
  await rebuildIndex(db, [], () => undefined)
  expect(kept).toEqual(await readIndex())
})
