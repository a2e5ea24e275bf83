import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Article } from '@knowreel/shared/article/article.wire.ts'
import { ApiError, connectionError } from '../../../platform/api/api-error.ts'
import type { DraftInput } from './draft-fields.ts'
import { buildArticle } from './draft.fixture.ts'
import { createDraftStore } from './draft-store.ts'

/** A server that responds when the test lets it. */
function buildServer() {
  const saves: {
    input: DraftInput
    base: DraftInput['baseFields']
    answer: (change?: Partial<Article>) => void
    fail: (error: Error) => void
  }[] = []
  const save = ({ baseFields: base, ...input }: DraftInput) =>
    new Promise<{ article: Article }>((resolve, reject) => {
      const { title, tags } = input
      const saved = { ...(title === undefined ? {} : { title }), ...(tags === undefined ? {} : { tags }) }
      saves.push({
        input,
        base,
        answer: (change) => resolve({ article: buildArticle({ ...saved, ...change }) }),
        fail: reject,
      })
    })
  return { saves, save }
}

const failures: unknown[] = []
const build = () => {
  const server = buildServer()
  const store = createDraftStore({
    article: buildArticle(),
    save: server.save,
    load: () => Promise.reject(connectionError()),
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
  it('saves a title 250 ms after the last key press and sends nothing else', async () => {
    const { store, saves } = build()
    store.edit({ title: 'E' }, 250)
    await vi.advanceTimersByTimeAsync(200)
    store.edit({ title: 'Es' }, 250)
    await vi.advanceTimersByTimeAsync(200)
    expect(saves).toHaveLength(0)
    await vi.advanceTimersByTimeAsync(50)
    expect(saves.map(({ input }) => input)).toEqual([{ title: 'Es' }])
  })

  it('has one save in flight and runs one more afterwards with everything changed since', async () => {
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

  it('reports saved only after the response of the server', async () => {
    const { store, saves } = build()
    store.edit({ title: 'One' })
    expect(store.read()).toMatchObject({ isUnsaved: true, savedAt: null })
    saves[0]?.answer()
    await answered()
    expect(store.read()).toMatchObject({ isUnsaved: false, savedAt: 1234 })
  })

  it('keeps what is typed while a save is in flight', async () => {
    const { store, saves } = build()
    store.edit({ title: 'One' })
    store.edit({ title: 'One and more' }, 250)
    saves[0]?.answer({ tags: ['from a colleague'] })
    await answered()
    expect(store.read().fields).toMatchObject({ title: 'One and more', tags: ['from a colleague'] })
  })

  it('keeps a change that failed, and saves it on the next request', async () => {
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

  it('sends nothing when a change was reverted', () => {
    const { store, saves } = build()
    store.edit({ title: 'One' }, 250)
    store.edit({ title: 'Escalation policy' }, 250)
    vi.advanceTimersByTime(250)
    expect(saves).toHaveLength(0)
    expect(store.read().queue.phase).toBe('idle')
  })
})

describe('a save that failed because the server was unreachable', () => {
  const failNext = async (saves: ReturnType<typeof buildServer>['saves'], error: Error = connectionError()) => {
    saves.at(-1)?.fail(error)
    await answered()
  }

  it('is retried after 1 s, 2 s, 4 s and so on, at most 15 s apart, until it arrives', async () => {
    const { store, saves } = build()
    store.edit({ title: 'Typed in the outage' })
    for (const pauseMs of [1_000, 2_000, 4_000, 8_000, 15_000, 15_000]) {
      await failNext(saves)
      const sent = saves.length
      await vi.advanceTimersByTimeAsync(pauseMs - 1)
      expect(saves).toHaveLength(sent)
      await vi.advanceTimersByTimeAsync(1)
      expect(saves).toHaveLength(sent + 1)
    }
    expect(saves.at(-1)?.input).toEqual({ title: 'Typed in the outage' })
    saves.at(-1)?.answer()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(saves).toHaveLength(7)
    expect(store.read()).toMatchObject({ isUnsaved: false, failure: null })
  })

  it('is reported once, however often it is retried', async () => {
    const { store, saves } = build()
    store.edit({ title: 'One' })
    await failNext(saves, new ApiError({ message: 'Service Unavailable', status: 503 }))
    await vi.advanceTimersByTimeAsync(1_000)
    await failNext(saves, new ApiError({ message: 'Too many attempts', status: 429 }))
    await vi.advanceTimersByTimeAsync(2_000)
    expect(saves).toHaveLength(3)
    expect(failures).toHaveLength(1)
  })

  it('is sent immediately and only once when the connection is back', async () => {
    const { store, saves } = build()
    store.edit({ title: 'One' })
    await failNext(saves)
    store.retry()
    expect(saves).toHaveLength(2)
    await vi.advanceTimersByTimeAsync(5_000)
    expect(saves).toHaveLength(2)
  })

  it('is not retried when the server refused it', async () => {
    const { store, saves } = build()
    store.edit({ title: 'One' })
    await failNext(saves, new ApiError({ message: 'Too long', status: 422 }))
    await vi.advanceTimersByTimeAsync(60_000)
    expect(saves).toHaveLength(1)
  })

  it('is dropped when the page is left', async () => {
    const { store, saves } = build()
    store.edit({ title: 'One' })
    await failNext(saves)
    store.stop()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(saves).toHaveLength(1)
  })
})

describe('changes of colleagues', () => {
  it('are adopted without touching what is being changed here', () => {
    const { store } = build()
    store.edit({ title: 'Mine' }, 250)
    store.applyResponse(buildArticle({ title: 'Theirs', tags: ['theirs'] }))
    expect(store.read()).toMatchObject({ fields: { title: 'Mine', tags: ['theirs'] }, isUnsaved: true })
  })

  it('leave nothing unsaved when nothing was changed here', () => {
    const { store } = build()
    store.applyResponse(buildArticle({ title: 'Theirs' }))
    expect(store.read()).toMatchObject({ fields: { title: 'Theirs' }, isUnsaved: false })
  })
})

describe('a manual save', () => {
  it('waits for the save in flight, then sends everything but an icon and cover that somebody else may have set', async () => {
    const { store, saves } = build()
    store.edit({ title: 'One' })
    const sent: DraftInput[] = []
    const ended = store.saveManually(async (input) => sent.push(input))
    expect(sent).toHaveLength(0)
    saves[0]?.answer()
    await answered()
    await ended
    expect(sent).toEqual([
      {
        title: 'One',
        workspace: null,
        tags: [],
        textTabs: [],
        knownTextTabs: [],
        pinnedNote: null,
        baseFields: { title: 'One', tags: [] },
      },
    ])
  })

  it('includes changes that were still waiting for the 250 ms', async () => {
    const { store, saves } = build()
    store.edit({ title: 'One' }, 250)
    const sent: DraftInput[] = []
    await store.saveManually(async (input) => sent.push(input))
    await vi.advanceTimersByTimeAsync(1000)
    expect(sent[0]?.title).toBe('One')
    expect(saves).toHaveLength(0)
  })

  it('stops autosave while it runs', async () => {
    const { store, saves } = build()
    let end = () => {}
    const ended = store.saveManually(() => new Promise<void>((resolve) => (end = resolve)))
    store.edit({ title: 'While publishing' })
    expect(saves).toHaveLength(0)
    end()
    await ended
    await answered()
    expect(saves.map(({ input }) => input)).toEqual([{ title: 'While publishing' }])
  })

  it('that is refused loses nothing: autosave resumes with what it should have sent', async () => {
    const { store, saves } = build()
    store.edit({ title: 'One' }, 250)
    await expect(store.saveManually(() => Promise.reject(new Error('refused')))).rejects.toThrow('refused')
    await answered()
    expect(saves.map(({ input }) => input)).toEqual([{ title: 'One' }])
  })

  it('is refused while another one runs', async () => {
    const { store } = build()
    void store.saveManually(() => new Promise(() => {}))
    await expect(store.saveManually(async () => 1)).rejects.toThrow('in progress')
  })
})

it('a stopped page saves nothing more', async () => {
  const { store, saves } = build()
  store.edit({ title: 'One' }, 250)
  store.stop()
  await vi.advanceTimersByTimeAsync(1000)
  expect(saves).toHaveLength(0)
})

it('a page that could not be left saves again', async () => {
  const { store, saves } = build()
  store.stop()
  store.edit({ title: 'One' }, 250)
  store.resume()
  store.edit({ title: 'Two' }, 250)
  await vi.advanceTimersByTimeAsync(1000)
  expect(saves).toHaveLength(1)
  expect(store.read().fields.title).toBe('Two')
})

describe('a page that could not be left', () => {
  it('saves what was typed before, although the save in flight was answered in the meantime', async () => {
    const { store, saves } = build()
    store.edit({ title: 'Night shift' })
    store.edit({ title: 'Night shift handover' }, 250)
    store.stop()
    saves[0]?.answer()
    await vi.advanceTimersByTimeAsync(1000)
    expect(saves).toHaveLength(1)
    store.resume()
    expect(saves.map(({ input }) => input)).toEqual([{ title: 'Night shift' }, { title: 'Night shift handover' }])
    saves[1]?.answer()
    await answered()
    expect(store.read()).toMatchObject({ isUnsaved: false, queue: { phase: 'idle' } })
  })

  it('saves what was typed while it was being left', () => {
    const { store, saves } = build()
    store.stop()
    store.edit({ tags: ['on call'] }, 250)
    store.resume()
    expect(saves.map(({ input }) => input)).toMatchObject([{ tags: ['on call'] }])
  })

  it('repeats a save that failed in the meantime with the delays of a retry', async () => {
    const { store, saves } = build()
    store.edit({ title: 'Night shift' })
    store.stop()
    saves[0]?.fail(connectionError())
    await answered()
    store.resume()
    expect(saves).toHaveLength(1)
    for (const pauseMs of [1_000, 2_000, 4_000]) {
      const sent = saves.length
      await vi.advanceTimersByTimeAsync(pauseMs - 1)
      expect(saves).toHaveLength(sent)
      await vi.advanceTimersByTimeAsync(1)
      expect(saves).toHaveLength(sent + 1)
      // Leaving fails again each time.
      store.stop()
      saves.at(-1)?.fail(connectionError())
      await answered()
      store.resume()
    }
    expect(failures).toHaveLength(1)
  })

  it('does not repeat a save that the server refused until something changes', async () => {
    const { store, saves } = build()
    store.edit({ title: 'Night shift' })
    saves[0]?.fail(new ApiError({ message: 'Too long', status: 422 }))
    await answered()
    store.stop()
    store.resume()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(saves).toHaveLength(1)
  })

  it('does not send again what was published', async () => {
    const { store, saves } = build()
    store.edit({ title: 'Night shift' }, 250)
    await store.saveManually(async () => {})
    store.stop()
    await answered()
    store.resume()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(saves).toHaveLength(0)
    store.edit({ title: 'Night shift handover' })
    expect(saves).toHaveLength(1)
  })
})
