/**
 * Only editors receive the parts that were cut from a recording. Generated from the catalogue: every reading call is
 * made as every persona, and every file URL of the responses is fetched by byte range.
 */
import type { Call } from '@knowreel/shared/catalogue/call.ts'
import { catalogue } from '@knowreel/shared/catalogue/catalogue.ts'
import { newId, newKey } from '@knowreel/shared/identity/ids.ts'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { startTestServer, testSecret } from '../../test/server.ts'
import { buildWorld, companyOf, personas, sampleRequests, type CallName, type Persona } from '../../test/world.ts'
import { buildMember } from '../company/company.builder.ts'
import { newFileKey, openFileStorage } from '../platform/files/index.ts'
import { mapHash } from '../video/rendition/map-hash.ts'
import { buildVideo } from '../video/video.builder.ts'
import { grantWorkspaceRole } from '../workspace/workspace.builder.ts'

const server = await startTestServer()
const { db } = server
const files = await openFileStorage({ dataDirectory: server.dataDirectory, secret: testSecret })
afterAll(() => files.close())
const world = await buildWorld(db)
const { article, company, draft, workspace, people } = world
await db.updateTable('workspaces').set({ visibility: 'public' }).where('id', '=', workspace.id).execute()

const names = new Map<string, string>()
async function put(name: string, mime: string) {
  const key = newFileKey('recordings', mime)
  await files.put(key, Buffer.from(name))
  names.set(key, name)
  return key
}
const storyboard = JSON.stringify({ columns: 1, count: 1, width: 160, height: 90, interval: 1000 })
const pictures = async (of: string) => ({
  poster_key: await put(`${of} poster`, 'image/jpeg'),
  storyboard_key: await put(`${of} storyboard`, 'image/jpeg'),
  storyboard,
})
const videoId = await buildVideo(db, company, { duration: 9000, main_key: await put('source', 'video/mp4') })
await db
  .updateTable('videos')
  .set({ ...(await pictures('source')), peaks_key: await put('source peaks', 'application/octet-stream') })
  .where('id', '=', videoId)
  .execute()
const map = [{ videoId, in: 2000, dur: 3000 }]
const paragraphs = JSON.stringify([{ id: newKey(), title: 'Roof', tags: [], isExpanded: true, map, items: [] }])
for (const id of [article.id, draft.id])
  await db.updateTable('articles').set({ paragraphs, duration: 3000 }).where('id', '=', id).execute()
await db
  .updateTable('article_versions')
  .set({ content: sql`jsonb_set(content, '{paragraphs}', ${paragraphs}::jsonb)` })
  .where('article_id', '=', article.id)
  .execute()
const saveRendition = async () =>
  db
    .insertInto('renditions')
    .values({
      id: newId(),
      company_id: company.id,
      map_hash: mapHash(map),
      map: JSON.stringify(map),
      status: 'done',
      file_key: await put('rendition', 'video/mp4'),
      duration: 3000,
      ...(await pictures('rendition')),
    })
    .execute()

const tokens = new Map<Persona, string | null>([['guest', null]])
for (const persona of personas)
  if (persona !== 'guest') tokens.set(persona, await server.signIn(people[persona], companyOf(world, persona)))

/** Calls that change something although they are read. */
const actingReads = new Set<string>(['company.switch', 'share.token'])
const readingCalls = Object.entries(catalogue)
  .flatMap(([feature, set]) => Object.entries(set).map(([name, call]) => [`${feature}.${name}`, call as Call] as const))
  .filter(([name, { method }]) => method === 'GET' && !actingReads.has(name))
  .map(([name]) => name as CallName)

const urlsIn = (response: unknown): string[] =>
  [...JSON.stringify(response).matchAll(/\/files\/recordings\/[^"\\]+/g)].map(([url]) => url)

async function urlsOf(persona: Persona, name: CallName): Promise<string[]> {
  const sample = sampleRequests[name](world)
  const requests = name === 'article.get' ? [sample, { ...sample, query: {} }] : [sample]
  const answers = requests.map((request) => server.call(name, request as never, tokens.get(persona)))
  return (await Promise.all(answers)).flatMap((answer) => (answer.status === 200 ? urlsIn(answer.ok) : []))
}

async function urlsFor(persona: Persona): Promise<string[]> {
  const urls = new Set<string>()
  for (const name of callsWithFiles) for (const url of await urlsOf(persona, name)) urls.add(url)
  return [...urls]
}

/** The names of the files whose first byte these URLs deliver. */
async function readableOf(urls: readonly string[]): Promise<string[]> {
  const found = new Set<string>()
  for (const url of urls) {
    const response = await fetch(server.url + url, { headers: { range: 'bytes=0-0' } })
    await response.arrayBuffer()
    if (response.status === 206)
      found.add(names.get(decodeURIComponent(new URL(url, server.url).pathname.slice(7))) ?? url)
  }
  return [...found].toSorted()
}

// In a workspace that is open to the company, the company's admins may edit.
const editors: readonly Persona[] = ['editor', 'admin', 'owner', 'companyAdmin', 'companyOwner']
const ofSource = ['source', 'source peaks', 'source poster', 'source storyboard']
const ofRendition = ['rendition', 'rendition poster', 'rendition storyboard']

// The owner of the workspace receives files from every call that returns any.
const callsWithFiles: CallName[] = []
await saveRendition()
for (const name of readingCalls) if ((await urlsOf('owner', name)).length > 0) callsWithFiles.push(name)

test('calls of articles, drafts, versions and links return files', () => {
  expect(callsWithFiles).toEqual(
    expect.arrayContaining(['article.get', 'article.videos', 'draft.get', 'articleVersion.get', 'sharedBrowse.open']),
  )
})

test('people who cannot edit can fetch the rendition, and nothing that was cut', async () => {
  // The deactivated person opens the public link, like a guest.
  for (const persona of personas) {
    const expected = editors.includes(persona) ? [...ofRendition, ...ofSource] : ofRendition
    expect(await readableOf(await urlsFor(persona)), persona).toEqual(expected)
  }
})

test('the URLs of sources stop working for an editor who becomes a viewer', async () => {
  const user = await buildMember(db, company)
  await grantWorkspaceRole(db, { workspace, user, role: 'editor' })
  const token = await server.signIn(user, company)
  const read = await server.call('article.get', { params: { id: article.id }, query: {} }, token)
  await db.updateTable('videos').set({ article_id: article.id }).where('id', '=', videoId).execute()
  const status = await server.call('videoUpload.status', { params: { id: videoId } }, token)
  const change = { role: 'viewer' } as const
  await db.updateTable('workspace_roles').set(change).where('user_id', '=', user.id).execute()
  expect(urlsIn(status.ok)).toHaveLength(ofSource.length)
  expect(await readableOf([...urlsIn(read.ok), ...urlsIn(status.ok)])).toEqual(ofRendition)
})

test('until the rendition is ready, only editors can fetch anything', async () => {
  await db.deleteFrom('renditions').execute()
  for (const persona of personas)
    expect(await readableOf(await urlsFor(persona)), persona).toEqual(editors.includes(persona) ? ofSource : [])
})
