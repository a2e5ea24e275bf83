/** Hostile content in exported files: a browser that opens them runs none of it and sends no requests. */
import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { buildArticle } from '../../packages/server/src/article/article.builder.ts'
import { readArchive } from '../../packages/server/src/import-export/archive.fixture.ts'
import { buildWorkspace } from '../../packages/server/src/workspace/workspace.builder.ts'
import { hostileNote } from '../../packages/server/test/xss/hostile-note.ts'
import { xssPayloads } from '../../packages/server/test/xss/xss-payloads.ts'
import { expectNoInjection, watchForInjection } from '../support/injection-checks.ts'
import { expect, test } from '../support/people.ts'

const keepable = xssPayloads.map((payload) => payload.replaceAll('\u0000', '').toWellFormed())
const title = '<img src=x onerror=window.__pwned(1)>'

test('exported pages run nothing and send no requests when opened from disk', async ({
  db,
  server,
  createCompany,
  browser,
}) => {
  test.setTimeout(240_000)
  const company = await createCompany({ title })
  const workspace = await buildWorkspace(db, { company, title, visibility: 'organization', owner: company.owner })
  for (const part of [0, 1, 2, 3, 4, 5]) {
    const payloads = keepable.filter((_payload, at) => at % 6 === part)
    await buildArticle(db, {
      workspace,
      title: payloads[0],
      tags: [payloads[1]?.slice(0, 30) ?? ''],
      textTabs: [{ title: payloads[2]?.slice(0, 60), note: hostileNote(payloads) }],
    })
  }
  const headers = { authorization: `Bearer ${company.owner.token}`, 'content-type': 'application/json' }
  const begun = await fetch(`${server.baseURL}/api/workspace/${workspace.id}/export`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ format: 'html' }),
  })
  const { job } = (await begun.json()) as { job: { id: string } }
  let url: string | undefined
  await expect
    .poll(
      async () => {
        const answer = await fetch(`${server.baseURL}/api/transfer-job/${job.id}`, { headers })
        const answered = (await answer.json()) as { job: { status: string; result: { url: string } | null } }
        url = answered.job.result?.url
        return answered.job.status
      },
      { timeout: 60_000 },
    )
    .toBe('done')
  const archive = await readArchive(Buffer.from(await (await fetch(server.baseURL + url)).arrayBuffer()))
  const folder = await mkdtemp(path.join(tmpdir(), 'knowreel-exported-'))
  const context = await browser.newContext()
  try {
    expect(archive.size).toBe(7)
    for (const [name, bytes] of archive) {
      const file = path.join(folder, name)
      await mkdir(path.dirname(file), { recursive: true })
      await writeFile(file, bytes)
      const page = await context.newPage()
      const faults = await watchForInjection(page)
      await page.goto(pathToFileURL(file).href)
      await expect(page.locator('main')).not.toBeEmpty()
      await expectNoInjection(page, faults)
      await page.close()
    }
  } finally {
    await context.close()
    await rm(folder, { recursive: true })
  }
})
