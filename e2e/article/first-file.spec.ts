/** A WebM recording plays in the browser before it is encoded, and later from the file that plays everywhere. */
import { readdirSync, readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { createApiClient, publishPieces, uploadRecording } from '../support/api-client.ts'
import { expect, test } from '../support/people.ts'
import { createRecordingFolder } from '../support/recording-folder.ts'
import { buildWorkspace, grantWorkspaceRole } from '../../packages/server/src/workspace/workspace.builder.ts'

const recordings = createRecordingFolder()
test.afterAll(() => recordings.remove())

/** Holds the encoding of this server as soon as it starts; returns what lets it continue. */
function holdEncoding(serverPid: number): { isHeld: () => boolean; release: () => void } {
  const held = new Set<number>()
  const timer = setInterval(() => {
    for (const pid of encodersUnder(serverPid)) {
      if (held.has(pid)) continue
      process.kill(pid, 'SIGSTOP')
      held.add(pid)
    }
  }, 5)
  return {
    isHeld: () => held.size > 0,
    release() {
      clearInterval(timer)
      for (const pid of held.values()) process.kill(pid, 'SIGCONT')
      held.clear()
    },
  }
}

function encodersUnder(serverPid: number): number[] {
  const children = new Map<number, number[]>()
  for (const pid of readdirSync('/proc').map(Number).filter(Number.isInteger)) {
    const parent = parentOf(pid)
    if (parent !== null) children.set(parent, [...(children.get(parent) ?? []), pid])
  }
  const under = (pid: number): number[] => (children.get(pid) ?? []).flatMap((child) => [child, ...under(child)])
  return under(serverPid).filter((pid) => /ffmpeg\0[^]*libx264/.test(read(`/proc/${pid}/cmdline`)))
}

const parentOf = (pid: number): number | null => {
  const parent = /\) \S (\d+) /.exec(read(`/proc/${pid}/stat`))?.[1]
  return parent === undefined ? null : Number(parent)
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

const typeOfPlayed = (page: Page) =>
  page.evaluate(async () => {
    const source = document.querySelector('video')?.currentSrc ?? ''
    if (source === '') return null
    const response = await fetch(source, { headers: { range: 'bytes=0-0' } })
    return response.headers.get('content-type')
  })
const secondsOf = async (page: Page) =>
  Number(await page.getByRole('slider', { name: 'Position' }).getAttribute('aria-valuenow'))

async function playFrom(page: Page, second: number) {
  await page.getByRole('slider', { name: 'Position' }).focus()
  await page.keyboard.press('Home')
  for (let at = 0; at < second; at += 3) await page.keyboard.press('ArrowRight')
  await page.keyboard.press('k')
  await expect.poll(() => secondsOf(page), { timeout: 20_000 }).toBeGreaterThan(second)
  await page.keyboard.press('k')
}

test('a reader watches a WebM while it is encoded, and then the file that plays everywhere @soak', async ({
  db,
  createCompany,
  server,
}) => {
  const company = await createCompany()
  const reader = await company.join()
  const workspace = await buildWorkspace(db, { company, title: 'Support runbooks' })
  await grantWorkspaceRole(db, { workspace, user: reader, role: 'viewer' })
  const call = createApiClient(server.baseURL, company.owner)
  const file = await recordings.create('meter.webm', { seconds: 8 })

  const encoding = holdEncoding(server.pid())
  try {
    const video = await uploadRecording(call, server.baseURL, file)
    const state = async () =>
      db.selectFrom('videos').where('id', '=', video).select(['main_key', 'duration']).executeTakeFirstOrThrow()
    const { duration } = await state()
    const { article } = await publishPieces(call, workspace.id, [[video, 0, duration ?? 0]])
    await expect.poll(encoding.isHeld).toBe(true)

    const page = await reader.open(`/b/${workspace.shortId}/x/${article.shortId}`)
    await expect.poll(() => typeOfPlayed(page)).toContain('video/webm')
    await playFrom(page, 0)
    await playFrom(page, 5)
    expect((await state()).main_key, 'still encoded').toBeNull()

    encoding.release()
    await expect.poll(async () => (await state()).main_key, { timeout: 30_000 }).not.toBeNull()
    await playFrom(page, 2)
    expect(await typeOfPlayed(page), 'an open page keeps its file').toContain('video/webm')
    await page.reload()
    await expect.poll(() => typeOfPlayed(page)).toBe('video/mp4')
    await playFrom(page, 5)
    expect((await state()).duration).toBe(duration)
  } finally {
    encoding.release()
  }
})
