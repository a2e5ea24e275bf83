import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { tagKey } from '@knowreel/shared/article/tags.rules.ts'
import type { Article } from '@knowreel/shared/article/article.wire.ts'
import { ApiError, connectionError } from '../../../platform/api/api-error.ts'
import type { DraftInput } from './draft-fields.ts'
import { createDraftStore, unresolvedMessage, type DraftStore } from './draft-store.ts'
import { buildArticle } from './draft.fixture.ts'

/** One draft on a server that refuses stale changes, like the real one. Its responses can be lost. */
function buildServer() {
  let present = buildArticle({ title: 'Gateways', tags: ['meter'] })
  let clock = new Date(present.updatedAt).getTime()
  const server = {
    read: () => present,
    line: 'up' as 'up' | 'down' | 'answers lost',
    /** A change that a colleague saves. */
    change(change: Partial<Article>) {
      clock += 1
      const updatedAt = new Date(clock).toISOString()
      present = { ...present, updatedByUser: null, ...change, updatedAt }
    },
    save: async ({ title, tags, baseFields }: DraftInput): Promise<{ article: Article }> => {
      if (server.line === 'down') throw connectionError()
      const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
      const isStale = (sent: unknown, base: unknown, now: unknown) =>
        sent !== undefined && !isSame(sent, now) && base !== undefined && !isSame(base, now)
      if (isStale(title, baseFields?.title, present.title) || isStale(tags, baseFields?.tags, present.tags))
        throw new ApiError({ message: 'Changed', status: 409, code: 'draft_changed' })
      server.change({ ...(title !== undefined && { title }), ...(tags && { tags }) })
      if (server.line === 'answers lost') throw connectionError()
      return { article: present }
    },
    open: (): DraftStore =>
      createDraftStore({
        article: present,
        save: server.save,
        load: async () => present,
        onFailure: () => undefined,
      }),
  }
  return server
}

const settled = () => vi.advanceTimersByTimeAsync(60_000)

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

describe('a title that was changed here and elsewhere', () => {
  it('keeps both versions until one is chosen, and everything else is saved', async () => {
    const server = buildServer()
    const store = server.open()
    server.change({ title: 'Theirs', updatedByUser: { name: 'Jonas Weber' } as Article['updatedByUser'] })
    store.edit({ title: 'Mine', tags: ['meter', 'roof'] })
    await settled()
    expect(store.read()).toMatchObject({
      fields: { title: 'Mine' },
      conflicts: { title: { theirs: 'Theirs', savedBy: 'Jonas Weber' }, tags: null },
      isUnsaved: true,
    })
    expect([server.read().title, server.read().tags]).toEqual(['Theirs', ['meter', 'roof']])
    await expect(store.saveManually(server.save)).rejects.toThrow(unresolvedMessage)
  })

  it('becomes mine or theirs, as chosen', async () => {
    for (const keeps of ['mine', 'theirs'] as const) {
      const server = buildServer()
      const store = server.open()
      server.change({ title: 'Theirs' })
      store.edit({ title: 'Mine' })
      await settled()
      store.resolveConflicts({ title: keeps })
      await settled()
      const title = keeps === 'mine' ? 'Mine' : 'Theirs'
      expect([server.read().title, store.read().fields.title]).toEqual([title, title])
      expect(store.read()).toMatchObject({ isUnsaved: false, conflicts: { title: null } })
    }
  })

  it('needs no choice once both are equal, or once mine is reverted to the base', async () => {
    for (const title of ['Theirs', 'Gateways']) {
      const server = buildServer()
      const store = server.open()
      server.change({ title: 'Theirs' })
      store.edit({ title: 'Mine' })
      await settled()
      store.edit({ title })
      await settled()
      expect(store.read()).toMatchObject({ fields: { title: 'Theirs' }, isUnsaved: false, conflicts: { title: null } })
    }
  })

  it('is a conflict when it was typed offline and arrives late', async () => {
    const server = buildServer()
    const store = server.open()
    server.line = 'down'
    store.edit({ title: 'Typed on the train' })
    await settled()
    server.change({ title: 'Their title' })
    server.line = 'up'
    store.retry()
    await settled()
    expect(server.read().title).toBe('Their title')
    expect(store.read()).toMatchObject({
      fields: { title: 'Typed on the train' },
      conflicts: { title: { base: 'Gateways', theirs: 'Their title' } },
    })
  })

  it('does not conflict with itself when it arrived and its response did not', async () => {
    const server = buildServer()
    const store = server.open()
    server.line = 'answers lost'
    store.edit({ title: 'Mine' })
    await vi.advanceTimersByTimeAsync(10)
    server.line = 'up'
    store.edit({ title: 'Mine and more' })
    await settled()
    expect([server.read().title, store.read().isUnsaved]).toEqual(['Mine and more', false])
  })

  it('is a conflict in a second tab of the same person', async () => {
    const server = buildServer()
    const [one, two] = [server.open(), server.open()]
    one.edit({ title: 'In the first tab' })
    await settled()
    two.edit({ title: 'In the second tab' })
    await settled()
    expect(server.read().title).toBe('In the first tab')
    expect(two.read().conflicts.title?.theirs).toBe('In the first tab')
  })
})

describe('tags that were changed here and elsewhere', () => {
  it('are merged: additions of either side are kept, removals of either side too', async () => {
    const server = buildServer()
    server.change({ tags: ['meter', 'old', 'gone'] })
    const store = server.open()
    server.change({ tags: ['meter', 'old', 'theirs'] })
    store.edit({ tags: ['meter', 'gone', 'mine'] })
    await settled()
    expect(server.read().tags).toEqual(['meter', 'theirs', 'mine'])
    expect(store.read()).toMatchObject({ isUnsaved: false, conflicts: { tags: null } })
  })

  it('need a choice when merged they exceed the limit of an article', async () => {
    const server = buildServer()
    const store = server.open()
    const twelve = (name: string) => Array.from({ length: 12 }, (_, index) => `${name} ${index}`)
    server.change({ tags: twelve('theirs') })
    store.edit({ tags: twelve('mine') })
    await settled()
    expect(store.read().conflicts.tags?.theirs).toEqual(twelve('theirs'))
    store.resolveConflicts({ tags: 'mine' })
    await settled()
    expect(server.read().tags).toEqual(twelve('mine'))
  })
})

it('however two people type titles and tags over an unreliable connection: no title is overwritten without asking its author, and both converge', async () => {
  const change = fc.record({
    who: fc.nat({ max: 1 }),
    title: fc.option(fc.constantFrom('A', 'B', 'C', 'D'), { nil: undefined }),
    tag: fc.constantFrom('x', 'y', 'z'),
    line: fc.constantFrom('up', 'up', 'down', 'answers lost'),
    waits: fc.boolean(),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(change, { maxLength: 12 }), async (changes) => {
      const server = buildServer()
      const stores = [server.open(), server.open()]
      for (const { who, title, tag, line, waits } of changes) {
        server.line = line as typeof server.line
        const store = stores[who]
        const tags = store?.read().fields.tags ?? []
        const toggled = tags.includes(tag) ? tags.filter((one) => one !== tag) : [...tags, tag]
        store?.edit(title === undefined ? { tags: toggled } : { title })
        await vi.advanceTimersByTimeAsync(waits ? 20_000 : 1)
      }
      server.line = 'up'
      for (const store of stores) store.retry()
      await settled()
      for (const store of [...stores, ...stores]) {
        const { conflicts, fields } = store.read()
        // A title that differs from the saved one either follows it or is in conflict.
        if (fields.title !== server.read().title && conflicts.title === null) store.applyResponse(server.read())
        store.resolveConflicts({ title: 'theirs', tags: 'theirs' })
        await settled()
        store.applyResponse(server.read())
      }
      await settled()
      for (const store of stores) {
        const { fields, isUnsaved } = store.read()
        expect(fields.title).toBe(server.read().title)
        expect(fields.tags.map(tagKey)).toEqual(server.read().tags.map(tagKey))
        expect(isUnsaved).toBe(false)
      }
    }),
    { numRuns: 150 },
  )
})
