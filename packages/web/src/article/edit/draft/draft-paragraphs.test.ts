/** Paragraphs of a draft edited by several people: what is sent, what is merged, and when someone has to choose. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Article } from '@knowreel/shared/article/article.wire.ts'
import { paragraphsHash } from '@knowreel/shared/video/paragraph/paragraph-hash.ts'
import { paragraphsFromResponse } from '@knowreel/shared/video/paragraph/paragraph-conversion.ts'
import { paragraph, piece } from '@knowreel/shared/video/paragraph/paragraph-tree.fixture.ts'
import {
  removeRange,
  insertParagraph,
  moveParagraph,
  removeParagraph,
  renameParagraph,
} from '@knowreel/shared/video/paragraph/paragraph-tree.rules.ts'
import type { ParagraphTree } from '@knowreel/shared/video/paragraph/paragraph-tree.ts'
import { paragraphsFromWire, paragraphsToWire } from '@knowreel/shared/video/paragraph/paragraph.wire.ts'
import { ApiError, connectionError } from '../../../platform/api/api-error.ts'
import type { DraftInput } from './draft-fields.ts'
import { buildArticle } from './draft.fixture.ts'
import { applyServerParagraphs, editParagraphs, initialParagraphs, markParagraphsSent } from './draft-paragraphs.ts'
import { createDraftStore, unresolvedMessage } from './draft-store.ts'

const id = (name: string) => name.padEnd(16, '-')
const base: ParagraphTree = [
  paragraph(id('ticket'), [piece('v', 0, 10_000)]),
  paragraph(id('console'), [piece('v', 10_000, 10_000)]),
  paragraph(id('close'), [piece('v', 20_000, 10_000)]),
]
const wire = (tree: ParagraphTree) => paragraphsToWire(tree, (key) => key)
let clock = 0
const articleOf = (tree: ParagraphTree, change: Partial<Article> = {}): Article =>
  buildArticle({ paragraphs: wire(tree), updatedAt: new Date(++clock).toISOString(), ...change })

/** Like the real one: refuses stale paragraphs and responds with its own. */
function buildServer() {
  const server = {
    tree: base,
    title: 'Escalation policy',
    saves: [] as DraftInput[],
    failures: [] as unknown[],
    lines: [] as ('up' | 'lost' | 'answer lost')[],
    /** Something a colleague does while a save is in flight. */
    before: null as (() => void) | null,
    present: () => articleOf(server.tree, { title: server.title }),
    save: async (input: DraftInput): Promise<{ article: Article }> => {
      server.saves.push(input)
      server.before?.()
      server.before = null
      const line = server.lines.shift() ?? 'up'
      if (line === 'lost') throw connectionError()
      if (input.paragraphs) {
        const sent = paragraphsFromWire(input.paragraphs)
        const present = paragraphsHash(server.tree)
        if (paragraphsHash(sent) !== present && input.baseParagraphsHash !== present)
          throw new ApiError({ message: 'Changed', status: 409, code: 'draft_changed' })
        server.tree = sent
      }
      if (input.title !== undefined) server.title = input.title
      if (line === 'answer lost') throw connectionError()
      return { article: server.present() }
    },
  }
  const store = createDraftStore({
    article: server.present(),
    save: server.save,
    load: () => Promise.resolve(server.present()),
    onFailure: (error) => server.failures.push(error),
  })
  const edit = (rule: (tree: ParagraphTree) => ParagraphTree) =>
    store.edit({ paragraphs: rule(store.read().fields.paragraphs) })
  return { server, store, edit, now: () => store.read().fields.paragraphs }
}
const answered = () => vi.advanceTimersByTimeAsync(0)
const rename = (name: string, title: string) => (tree: ParagraphTree) => renameParagraph(tree, id(name), title)
const cut = (from: number, to: number) => (tree: ParagraphTree) => removeRange(tree, from, to)

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

describe('a change of paragraphs', () => {
  it('is sent whole and immediately, with its base and nothing else', async () => {
    const { server, store, edit } = buildServer()
    edit(rename('close', 'Close the ticket'))
    expect(server.saves).toHaveLength(1)
    expect(Object.keys(server.saves[0] ?? {})).toEqual(['paragraphs', 'baseParagraphsHash'])
    expect(server.saves[0]?.baseParagraphsHash).toBe(paragraphsHash(base))
    await answered()
    expect(server.tree.map(({ title }) => title)).toEqual([
      'Title of ' + id('ticket'),
      'Title of ' + id('console'),
      'Close the ticket',
    ])
    expect(store.read()).toMatchObject({ isUnsaved: false, conflicts: { paragraphs: null } })
  })

  it('is reverted without a save when it was undone in the meantime', async () => {
    const { server, store, edit } = buildServer()
    store.edit({ title: 'First' })
    edit(rename('close', 'Close'))
    store.edit({ paragraphs: store.read().base.paragraphs })
    await answered()
    expect(server.saves.map((input) => Object.keys(input))).toEqual([['title', 'baseFields']])
  })

  it('keeps the same objects when a response contains equal paragraphs', async () => {
    const { store, edit, now } = buildServer()
    edit(rename('close', 'Close'))
    const shown = now()
    await answered()
    expect(now()).toBe(shown)
    store.edit({ title: 'Another' })
    await answered()
    expect(now()).toBe(shown)
    expect(store.read().base.paragraphs).toBe(shown)
  })

  it('is not serialised or compared on a key press in the title', async () => {
    const { store, edit } = buildServer()
    edit(rename('close', 'Close'))
    await answered()
    const read = vi.spyOn(JSON, 'stringify')
    store.edit({ title: 'E' }, 250)
    expect(read.mock.calls.some(([value]) => JSON.stringify(value)?.includes(id('ticket')))).toBe(false)
    read.mockRestore()
  })
})

describe('changes of colleagues to other paragraphs', () => {
  it('are adopted where nothing was changed here', () => {
    const { store, now } = buildServer()
    store.applyResponse(articleOf(rename('ticket', 'Read')(base)))
    expect(now()[0]?.title).toBe('Read')
    expect(store.read().isUnsaved).toBe(false)
  })

  it('are kept together with the local changes, although the server refused to overwrite them', async () => {
    const { server, store, edit, now } = buildServer()
    server.tree = removeParagraph(base, id('close'))
    edit(cut(0, 1000))
    await answered()
    expect(server.saves).toHaveLength(2)
    expect(now().map(({ map }) => map[0]?.dur)).toEqual([9000, 10_000])
    expect(server.tree).toEqual(now())
    expect(store.read()).toMatchObject({ isUnsaved: false, conflicts: { paragraphs: null }, failure: null })
    expect(server.failures).toEqual([])
  })

  it('are published with the local changes', async () => {
    const { server, store, edit } = buildServer()
    server.lines = ['lost']
    edit(cut(0, 1000))
    await answered()
    server.tree = rename('close', 'Close')(base)
    await store.saveManually(server.save)
    expect(server.tree.map(({ map, title }) => [map[0]?.dur, title]).at(-1)).toEqual([10_000, 'Close'])
    expect(server.tree[0]?.map[0]?.dur).toBe(9000)
  })

  it('are never sent back by a manual save that did not touch them', async () => {
    const { server, store } = buildServer()
    server.tree = rename('close', 'Close')(base)
    await store.saveManually(server.save)
    expect(server.saves[0]?.paragraphs).toBeUndefined()
    expect(server.tree.at(-1)?.title).toBe('Close')
  })
})

describe('a cut whose response was lost', () => {
  it('is sent again and does not conflict with itself', async () => {
    const { server, store, edit } = buildServer()
    server.lines = ['answer lost']
    edit(cut(0, 1000))
    await answered()
    expect(store.read().isUnsaved).toBe(true)
    edit(cut(0, 1000))
    await answered()
    expect(server.tree[0]?.map[0]?.dur).toBe(8000)
    expect(store.read()).toMatchObject({ isUnsaved: false, conflicts: { paragraphs: null } })
  })

  it('can be undone, although it arrived', async () => {
    const { server, store, edit } = buildServer()
    server.lines = ['answer lost', 'lost']
    edit(cut(0, 1000))
    await answered()
    store.edit({ paragraphs: base })
    await answered()
    store.applyResponse(server.present())
    store.retry()
    await answered()
    expect(server.tree).toEqual(paragraphsFromResponse(wire(base)))
  })

  it('is retried until it arrives', async () => {
    const { server, store, edit } = buildServer()
    server.lines = ['lost', 'lost', 'lost']
    edit(cut(0, 1000))
    await vi.advanceTimersByTimeAsync(10_000)
    expect(server.tree[0]?.map[0]?.dur).toBe(9000)
    expect(store.read()).toMatchObject({ isUnsaved: false, failure: null })
  })
})

describe('when both cut the same paragraph', () => {
  const meet = async () => {
    const built = buildServer()
    built.server.tree = cut(5000, 6000)(base)
    built.edit(cut(0, 1000))
    await answered()
    return built
  }

  it('both versions stay, no paragraphs are saved, everything else is', async () => {
    const { server, store, now } = await meet()
    expect(now()[0]?.map).toEqual([piece('v', 1000, 9000)])
    expect(store.read().conflicts.paragraphs?.theirs[0]?.map).toHaveLength(2)
    expect(store.read()).toMatchObject({ isUnsaved: true, failure: null })
    store.edit({ title: 'Saved all the same' })
    await answered()
    expect(server.title).toBe('Saved all the same')
    expect(server.tree[0]?.map).toHaveLength(2)
    expect(store.read()).toMatchObject({ isUnsaved: true, conflicts: { paragraphs: expect.anything() } })
  })

  it('mine are saved when mine are chosen', async () => {
    const { server, store } = await meet()
    store.resolveConflicts({ paragraphs: 'mine' })
    await answered()
    expect(server.tree[0]?.map).toEqual([piece('v', 1000, 9000)])
    expect(store.read()).toMatchObject({ isUnsaved: false, conflicts: { paragraphs: null } })
  })

  it('theirs are shown when theirs are chosen', async () => {
    const { server, store, now } = await meet()
    store.resolveConflicts({ paragraphs: 'theirs' })
    await answered()
    expect(now()).toEqual(server.tree)
    expect(store.read()).toMatchObject({ isUnsaved: false, conflicts: { paragraphs: null } })
  })

  it('no choice is needed once the local change is undone', async () => {
    const { server, store, now } = await meet()
    store.edit({ paragraphs: base })
    await answered()
    expect(now()).toEqual(server.tree)
    expect(store.read()).toMatchObject({ isUnsaved: false, conflicts: { paragraphs: null } })
  })

  it('nothing is published before someone chooses', async () => {
    const { server, store } = await meet()
    const before = server.tree
    await expect(store.saveManually(server.save)).rejects.toThrow(unresolvedMessage)
    await answered()
    expect(server.tree).toBe(before)
  })

  it('publishing meets the conflict too', async () => {
    const { server, store, edit } = buildServer()
    server.lines = ['lost']
    edit(cut(0, 1000))
    await answered()
    server.tree = cut(5000, 6000)(base)
    await expect(store.saveManually(server.save)).rejects.toThrow(unresolvedMessage)
    expect(store.read().conflicts.paragraphs).not.toBeNull()
  })
})

it('an overtaken response changes nothing', async () => {
  const { server, store, edit, now } = buildServer()
  const old = server.present()
  edit(rename('close', 'Close'))
  await answered()
  store.applyResponse(old)
  expect(now().at(-1)?.title).toBe('Close')
})

it('what is fetched while a save is in flight waits for its response', async () => {
  const { server, store, edit, now } = buildServer()
  server.before = () => store.applyResponse(articleOf(moveParagraph(base, id('close'), { parentId: null, index: 0 })))
  edit((tree) => insertParagraph(tree, 5000, { id: id('added'), title: 'Added' }))
  await answered()
  expect(now().some(({ title }) => title === 'Added')).toBe(true)
  expect(server.saves.length).toBeGreaterThan(0)
})

it('a save that arrived without its response is settled by what the server sends', () => {
  const sent = renameParagraph(base, id('ticket'), 'Ticket')
  const waiting = markParagraphsSent(editParagraphs(initialParagraphs(base), sent), sent)
  expect(applyServerParagraphs(waiting, sent)).toMatchObject({ base: sent, mine: sent, unconfirmed: [] })
})
