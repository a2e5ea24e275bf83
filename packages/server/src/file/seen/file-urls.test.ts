import { describe, expect, test, vi } from 'vitest'
import { noteWithFiles, buildFile } from '../file.builder.ts'
import { upload } from '../file.fixture.ts'
import { picture } from '../image/picture.fixture.ts'
import { createThumbnails } from '../image/make-thumbnails.ts'
import { isSoak } from '../../../test/soak.ts'
import { buildArticle } from '../../article/article.builder.ts'
import { newFileKey } from '../../platform/files/index.ts'
import { setUpVisibleFiles } from './visible-files.fixture.ts'

const {
  server,
  db,
  files,
  company,
  owner,
  editor,
  viewer,
  tokens,
  newWorkspace,
  workspace,
  ask,
  get,
  image,
  articleWithImage,
  addToArticle,
} = await setUpVisibleFiles()

type Who = Parameters<typeof ask>[1]

describe('a page requests all its files in one call', () => {
  test('and gets a URL for each path in order, none for invisible files', async () => {
    const [one, other, hidden] = [await image(), await image(), await image()]
    const article = await buildArticle(db, { workspace, textTabs: [{ note: noteWithFiles(one, other, hidden) }] })
    for (const file of [one, other]) await addToArticle(file, article)
    const { ok } = await ask([other.path, hidden.path, 'nonsense', one.path, other.path], 'viewer', {
      articleId: article.shortId,
    })
    expect(ok).toMatchObject({ url: null, signedUrl: null })
    const [first, second, third, fourth, fifth] = ok.signedUrls ?? []
    expect([second, third]).toEqual([null, null])
    expect(fifth).toBe(first)
    expect(first).toContain(other.key)
    expect(fourth).toContain(one.key)
    for (const address of [first, fourth]) expect((await get(address ?? '')).status).toBe(200)
  })

  test.runIf(isSoak)('for a thousand images in less than a second', async () => {
    const many = await Promise.all(Array.from({ length: 1000 }, () => buildFile(db, { company, owner })))
    const article = await buildArticle(db, { workspace, textTabs: [{ note: noteWithFiles(...many) }] })
    await db
      .insertInto('file_places')
      .values(many.map((file) => ({ file_id: file.id, article_id: article.id })))
      .execute()
    const paths = many.map((file) => file.path)
    await ask(paths, 'viewer', { articleId: article.id })
    const begin = performance.now()
    const { ok } = await ask(paths, 'viewer', { articleId: article.id })
    expect(performance.now() - begin).toBeLessThan(1000)
    expect(ok.signedUrls?.every((address) => address !== null)).toBe(true)
    expect((await ask([...paths, paths[0] ?? ''], 'viewer')).error.code).toBe('invalid_input')
  })

  test('with a URL that stays the same for an hour, for its reader only', async () => {
    const { shown } = await articleWithImage()
    const address = async (who: Who) => (await ask(shown.path, who)).ok.signedUrl ?? ''
    expect(await address('viewer')).toBe(await address('viewer'))
    expect(await address('viewer')).not.toBe(await address('editor'))
    const expires = Number(new URL(await address('viewer'), server.url).searchParams.get('exp')) * 1000
    expect(expires - Date.now()).toBeGreaterThanOrEqual(3_600_000 - 5000)
  })

  test('in the width that it displays', async () => {
    const article = await buildArticle(db, { workspace })
    const bytes = await picture('jpeg', 1200, 800)
    const { ok } = await upload(server, 'image', { name: 'roof.jpg', bytes, articleId: article.id }, tokens.owner)
    const run = { signal: new AbortController().signal, log: () => {} }
    const address = async (width?: number) =>
      (await ask(ok.url, 'owner', width === undefined ? {} : { width })).ok.signedUrl ?? ''
    expect(await address(300)).toContain('/files/images/')
    await createThumbnails({ db, files }, ok.id, run)
    await createThumbnails({ db, files }, ok.id, run)
    const kept = await db
      .selectFrom('file_thumbnails')
      .where('file_id', '=', ok.id)
      .select(['width', 'key', 'size'])
      .orderBy('width')
      .execute()
    expect(kept.map(({ width }) => width)).toEqual([480, 960])
    for (const [asked, width] of [
      [300, 480],
      [480, 480],
      [481, 960],
      [960, 960],
      [961, 1200],
      [undefined, 1200],
    ] as const) {
      const answer = await get(await address(asked))
      const { default: sharp } = await import('sharp')
      const shown = await sharp(Buffer.from(await answer.arrayBuffer())).metadata()
      expect([shown.width, answer.headers.get('content-type')], String(asked)).toEqual([
        width,
        width === 1200 ? 'image/jpeg' : 'image/webp',
      ])
    }
    expect(await files.find(newFileKey('thumbnails', 'image/webp'))).toBeNull()
  })
})

describe('a URL stops working', () => {
  const endsWithin5s = (address: string) =>
    vi.waitFor(async () => expect((await get(address)).status).toBe(403), { timeout: 5000, interval: 200 })
  const addressFor = async (path: string, who: Who, articleId: string) => {
    const address = (await ask(path, who, { articleId })).ok.signedUrl ?? ''
    expect((await get(address)).status).toBe(200)
    return address
  }

  test('when its reader leaves the workspace', { timeout: 15_000 }, async () => {
    const left = await newWorkspace()
    const { article, shown } = await articleWithImage({ workspace: left })
    const address = await addressFor(shown.path, 'viewer', article.id)
    const params = { id: left.id, userId: viewer.id }
    expect((await server.call('workspaceRole.remove', { params }, tokens.owner)).status).toBe(200)
    await endsWithin5s(address)
  })

  test('when its reader may only read, and the file is in a draft', { timeout: 15_000 }, async () => {
    const workspace = await newWorkspace()
    const article = await buildArticle(db, { workspace })
    const address = await addressFor((await image(article)).path, 'editor', article.id)
    const body = { user: editor.id, role: 'viewer' as const }
    expect((await server.call('workspaceRole.save', { params: { id: workspace.id }, body }, tokens.owner)).status).toBe(
      200,
    )
    await endsWithin5s(address)
  })

  test('when the article of its page is deleted', { timeout: 15_000 }, async () => {
    const { article, shown } = await articleWithImage()
    const address = await addressFor(shown.path, 'viewer', article.id)
    expect((await server.call('article.remove', { params: { id: article.id } }, tokens.owner)).status).toBe(200)
    await endsWithin5s(address)
  })

  test('when a public workspace is closed to guests', { timeout: 15_000 }, async () => {
    const open = await newWorkspace('public')
    const { article, shown } = await articleWithImage({ workspace: open })
    const address = await addressFor(shown.path, 'guest', article.id)
    const params = { id: open.id }
    expect(
      (await server.call('workspace.save', { params, body: { visibility: 'private' } }, tokens.owner)).status,
    ).toBe(200)
    await endsWithin5s(address)
  })
})
