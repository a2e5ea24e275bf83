import { describe, expect, test } from 'vitest'
import { setUpRenditions, paragraph } from './renditions.fixture.ts'

const { server, workspace, token, tokens, upload, publish, publishNew, read, downloads, rendered, save } =
  await setUpRenditions()

describe('the downloads of an article', () => {
  test('are the rendition, then its recordings, with descriptive names', async () => {
    const [a, b] = [await upload('a', 'Rooftop north.webm'), await upload('b')]
    const { id, shortId } = await publishNew(
      [
        [a, 500, 500],
        [b, 1000, 500],
      ],
      'Übergabe: Zähler & 東京 / 2',
    )
    expect((await downloads(id)).ok.urls.map(({ name }) => name)).toEqual([
      'rooftop-north.mp4',
      'übergabe-zähler-東京-2-recording-2.mp4',
    ])
    await rendered(id)
    const { urls, rendition } = (await downloads(shortId)).ok
    expect(urls.map(({ name }) => name)).toEqual([
      'übergabe-zähler-東京-2.mp4',
      'rooftop-north.mp4',
      'übergabe-zähler-東京-2-recording-2.mp4',
    ])
    expect(urls.slice(1).map(({ id: file }) => file)).toEqual([a, b])
    expect(rendition).toEqual({ status: 'done', progress: 100, error: null, canRetry: false })
    const answer = await save(urls[0]?.url ?? '', { range: 'bytes=0-99' })
    expect(answer.status).toBe(206)
    expect(answer.headers.get('content-disposition')).toBe(
      'attachment; filename="_bergabe-z_hler-__-2.mp4"; filename*=UTF-8\'\'%C3%BCbergabe-z%C3%A4hler-%E6%9D%B1%E4%BA%AC-2.mp4',
    )
    // A URL signed for watching cannot be turned into one for downloading, or the other way round.
    const url = urls[0]?.url ?? ''
    for (const changed of [url.replace('&as=download', ''), url.replace('2.mp4', '3.mp4')])
      expect((await save(changed)).status).toBe(403)
  })

  test('are one file when one recording is the whole article, and none without recordings', async () => {
    const a = await upload('a', 'IMG_0001.MOV')
    const { id } = await publishNew([[a, 0, 3000]])
    const { urls, rendition } = (await downloads(id)).ok
    expect(urls.map(({ id: file, name }) => [file, name])).toEqual([[a, 'replace-a-meter.mp4']])
    expect(rendition).toBeNull()
    const text = await publish('new', { title: 'Words only', workspace: workspace.id })
    expect((await downloads(text.id)).ok).toEqual({ urls: [], rendition: null })
  })

  test('are for its author and the admins of its workspace, for drafts and articles alike', async () => {
    const a = await upload('a')
    const { id } = await publishNew([[a, 0, 3000]])
    const draft = (
      await server.call('article.saveDraft', { params: { id }, body: { title: 'Changed' } }, tokens.editor)
    ).ok
    for (const one of [id, draft.article.id]) {
      expect((await downloads(one)).ok.urls).toHaveLength(1)
      expect((await downloads(one, tokens.admin)).ok.urls).toHaveLength(1)
      expect((await downloads(one, tokens.editor)).error.code).toBe('forbidden')
    }
    expect((await downloads(id, tokens.viewer)).error.code).toBe('forbidden')
    expect((await downloads(draft.article.id, tokens.viewer)).error.code).toBe('not_found')
    const abilities = async (by: string) => (await read(id, by)).abilities.downloadRecording
    expect([await abilities(token), await abilities(tokens.admin)]).toEqual([true, true])
    expect([await abilities(tokens.editor), await abilities(tokens.viewer)]).toEqual([false, false])
    // Creating the draft of an article does not make a person its author.
    expect(draft.article.abilities.downloadRecording).toBe(false)
  })

  test('of a draft are what the draft plays', async () => {
    const [a, b] = [await upload('a'), await upload('b')]
    const { article } = (
      await server.call(
        'article.saveDraft',
        { params: { id: 'new' }, body: { title: 'Not yet', paragraphs: [paragraph([b, 0, 500], [a, 0, 500])] } },
        token,
      )
    ).ok
    expect(article.abilities.downloadRecording).toBe(true)
    const { urls, rendition } = (await downloads(article.id)).ok
    expect(urls.map(({ id: file, name }) => [file, name])).toEqual([
      [b, 'not-yet-recording-1.mp4'],
      [a, 'not-yet-recording-2.mp4'],
    ])
    expect(rendition).toBeNull()
    expect((await save(urls[0]?.url ?? '')).status).toBe(200)
  })
})
