import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Article } from '@knowreel/shared/article/article.wire.ts'
import type { DraftInput } from './draft-fields.ts'
import { createDraftStore } from './draft-store.ts'

const article = (change: Partial<Article> = {}): Article => ({
  id: '0198a7e2-0000-7000-8000-000000000001',
  shortId: 'art5678901',
  slug: 'escalation-policy',
  title: 'Escalation policy',
  workspace: null,
  parentArticle: null,
  tags: [],
  duration: 0,
  isHasText: true,
  isArchived: false,
  isDraft: true,
  original: null,
  createdAt: '2026-11-12T10:00:00.000Z',
  updatedAt: '2026-11-12T10:00:00.000Z',
  publishedAt: null,
  user: null,
  author: null,
  textTabs: [],
  pinnedNote: null,
  draft: null,
  updatedByUser: null,
  hash: 'a',
  abilities: { editWorkspace: true, deleteWorkspace: true, editArticles: true, manage: true },
  ...change,
})

/** A server that answers when it is told to. */
function buildServer() {
  const saves: { input: DraftInput; answer: (change?: Partial<Article>) => void; fail: (error: Error) => void }[] = []
  const save = (input: DraftInput) =>
    new Promise<{ article: Article }>((resolve, reject) => {
      const { title, tags } = input
      const saved = { ...(title === undefined ? {} : { title }), ...(tags === undefined ? {} : { tags }) }
      saves.push({ input, answer: (change) => resolve({ article: article({ ...saved, ...change }) }), fail: reject })
    })
  return { saves, save }
}

const failures: unknown[] = []
const build = () => {
  const server = buildServer()
  const store = createDraftStore({
    article: article(),
    save: server.save,
    onFailure: (error) => failures.push(error),
    now: () => 1234,
  })
  return { ...server, store }
}
const answered = () => vi.advanceTimersByTimeAsync(0)

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  failures.length = 0
})

describe('autosave', () => {
  it('saves a title 250 ms after the last key and sends nothing else', async () => {
    const { store, saves } = build()
    store.edit({ title: 'E' }, 250)
    await vi.advanceTimersByTimeAsync(200)
    store.edit({ title: 'Es' }, 250)
    await vi.advanceTimersByTimeAsync(200)
    expect(saves).toHaveLength(0)
    await vi.advanceTimersByTimeAsync(50)
    expect(saves.map(({ input }) => input)).toEqual([{ title: 'Es' }])
  })

  it('has one save in flight and runs one more afterwards with all that came meanwhile', async () => {
    const { store, saves } = build()
    store.edit({ title: 'One' })
    store.edit({ title: 'Two' })
    store.edit({ tags: ['gateway'] })
    expect(saves).toHaveLength(1)
    saves[0]?.answer()
    await answered()
    expect(saves.map(({ input }) => input)).toEqual([{ title: 'One' }, { title: 'Two', tags: ['gateway'] }])
    saves[1]?.answer()
    await answered()
    expect(saves).toHaveLength(2)
    expect(store.read()).toMatchObject({ isUnsaved: false, savedAt: 1234, fields: { title: 'Two' } })
  })

  it('says saved only on the answer of the server', async () => {
    const { store, saves } = build()
    store.edit({ title: 'One' })
    expect(store.read()).toMatchObject({ isUnsaved: true, savedAt: null })
    saves[0]?.answer()
    await answered()
    expect(store.read()).toMatchObject({ isUnsaved: false, savedAt: 1234 })
  })

  it('keeps what is typed while a save is on its way', async () => {
    const { store, saves } = build()
    store.edit({ title: 'One' })
    store.edit({ title: 'One and more' }, 250)
    saves[0]?.answer({ tags: ['from a colleague'] })
    await answered()
    expect(store.read().fields).toMatchObject({ title: 'One and more', tags: ['from a colleague'] })
  })

  it('keeps a change that failed, and saves it when asked again', async () => {
    const { store, saves } = build()
    store.edit({ title: 'One' })
    saves[0]?.fail(new Error('Connection error'))
    await answered()
    expect(failures).toHaveLength(1)
    expect(store.read()).toMatchObject({ isUnsaved: true, fields: { title: 'One' }, failure: { at: 1234 } })
    store.retry()
    expect(saves[1]?.input).toEqual({ title: 'One' })
    saves[1]?.answer()
    await answered()
    expect(store.read()).toMatchObject({ isUnsaved: false, failure: null })
  })

  it('sends nothing when a change was taken back', () => {
    const { store, saves } = build()
    store.edit({ title: 'One' }, 250)
    store.edit({ title: 'Escalation policy' }, 250)
    vi.advanceTimersByTime(250)
    expect(saves).toHaveLength(0)
    expect(store.read().queue.phase).toBe('idle')
  })
})

describe('changes of colleagues', () => {
  it('are taken over without touching what is being changed here', () => {
    const { store } = build()
    store.edit({ title: 'Mine' }, 250)
    store.takeAnswer(article({ title: 'Theirs', tags: ['theirs'] }))
    expect(store.read()).toMatchObject({ fields: { title: 'Mine', tags: ['theirs'] }, isUnsaved: true })
  })

  it('leave nothing unsaved when nothing was changed here', () => {
    const { store } = build()
    store.takeAnswer(article({ title: 'Theirs' }))
    expect(store.read()).toMatchObject({ fields: { title: 'Theirs' }, isUnsaved: false })
  })
})

describe('a save by hand', () => {
  it('waits for the save in flight, then sends everything', async () => {
    const { store, saves } = build()
    store.edit({ title: 'One' })
    const sent: DraftInput[] = []
    const ended = store.saveByHand(async (input) => sent.push(input))
    expect(sent).toHaveLength(0)
    saves[0]?.answer()
    await answered()
    await ended
    expect(sent).toEqual([
      { title: 'One', workspace: null, tags: [], textTabs: [], knownTextTabs: [], pinnedNote: null },
    ])
  })

  it('carries what waited for its 250 ms', async () => {
    const { store, saves } = build()
    store.edit({ title: 'One' }, 250)
    const sent: DraftInput[] = []
    await store.saveByHand(async (input) => sent.push(input))
    await vi.advanceTimersByTimeAsync(1000)
    expect(sent[0]?.title).toBe('One')
    expect(saves).toHaveLength(0)
  })

  it('stops autosave while it runs', async () => {
    const { store, saves } = build()
    let end = () => {}
    const ended = store.saveByHand(() => new Promise<void>((resolve) => (end = resolve)))
    store.edit({ title: 'While publishing' })
    expect(saves).toHaveLength(0)
    end()
    await ended
    await answered()
    expect(saves.map(({ input }) => input)).toEqual([{ title: 'While publishing' }])
  })

  it('that is refused loses nothing: autosave goes on with what it should have carried', async () => {
    const { store, saves } = build()
    store.edit({ title: 'One' }, 250)
    await expect(store.saveByHand(() => Promise.reject(new Error('refused')))).rejects.toThrow('refused')
    await answered()
    expect(saves.map(({ input }) => input)).toEqual([{ title: 'One' }])
  })

  it('is refused while another runs', async () => {
    const { store } = build()
    void store.saveByHand(() => new Promise(() => {}))
    await expect(store.saveByHand(async () => 1)).rejects.toThrow('under way')
  })
})

it('a stopped page saves nothing more', async () => {
  const { store, saves } = build()
  store.edit({ title: 'One' }, 250)
  store.stop()
  await vi.advanceTimersByTimeAsync(1000)
  expect(saves).toHaveLength(0)
})
