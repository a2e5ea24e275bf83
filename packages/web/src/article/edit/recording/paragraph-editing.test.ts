import { expect, it, vi } from 'vitest'
import type { Article } from '@knowreel/shared/article/article.wire.ts'
import { paragraph, piece } from '@knowreel/shared/video/paragraph/paragraph-tree.fixture.ts'
import { removeRange, removeParagraph, renameParagraph } from '@knowreel/shared/video/paragraph/paragraph-tree.rules.ts'
import type { ParagraphTree } from '@knowreel/shared/video/paragraph/paragraph-tree.ts'
import { paragraphsToWire } from '@knowreel/shared/video/paragraph/paragraph.wire.ts'
import { buildArticle } from '../draft/draft.fixture.ts'
import { createDraftStore } from '../draft/draft-store.ts'
import { createParagraphEditing } from './paragraph-editing.ts'
import { readHistory } from './persisted-history.ts'

const base: ParagraphTree = [
  paragraph('ticket', [piece('v', 0, 10_000)]),
  paragraph('console', [piece('v', 10_000, 10_000)]),
]
let clock = 0
const articleOf = (tree: ParagraphTree): Article =>
  buildArticle({ paragraphs: paragraphsToWire(tree, (id) => id), updatedAt: new Date(++clock).toISOString() })

function build(save: () => Promise<{ article: Article }> = () => new Promise(() => {})) {
  const sent = vi.fn(save)
  const load = () => new Promise<never>(() => {})
  const store = createDraftStore({ article: articleOf(base), save: sent, load, onFailure: () => {} })
  const editing = createParagraphEditing(store)
  editing.follow()
  const titles = () => store.read().fields.paragraphs.map(({ title }) => title)
  return { store, editing, titles, save: sent }
}
const rename = (id: string, title: string) => (tree: ParagraphTree) => renameParagraph(tree, id, title)

it('a change appears in the draft and is sent immediately; so do undo and redo', () => {
  const { editing, titles, save } = build()
  editing.change(rename('ticket', 'Read'))
  expect(titles()).toEqual(['Read', 'Title of console'])
  expect(save).toHaveBeenCalledTimes(1)
  editing.undo()
  expect(titles()[0]).toBe('Title of ticket')
  editing.redo()
  expect(titles()[0]).toBe('Read')
})

it('a refused rule changes nothing and reports the reason', () => {
  const { editing, titles } = build()
  expect(() => editing.change(rename('ticket', '  '))).toThrow('Title is required')
  expect(titles()[0]).toBe('Title of ticket')
  expect(editing.read().past).toEqual([])
})

it('undo reverts local changes and keeps what a colleague changed since', async () => {
  const renamed = rename('ticket', 'Read')(base)
  const { store, editing } = build(() => Promise.resolve({ article: articleOf(renamed) }))
  editing.change(rename('ticket', 'Read'))
  await new Promise((resolve) => setTimeout(resolve))
  store.applyResponse(articleOf(removeRange(renamed, 10_000, 15_000)))
  editing.undo()
  expect(store.read().fields.paragraphs.map(({ title, map }) => [title, map[0]?.dur])).toEqual([
    ['Title of ticket', 10_000],
    ['Title of console', 5000],
  ])
})

it('undo ends where a colleague changed the same part', () => {
  const { store, editing } = build()
  editing.change((tree) => removeRange(tree, 0, 1000))
  editing.change((tree) => removeParagraph(tree, 'console'))
  expect(editing.read().past).toHaveLength(2)
  store.replace(articleOf(removeRange(removeRange(base, 0, 1000), 9000, 10_000)))
  expect(editing.read().past).toHaveLength(0)
})

it('undo survives a reload, and keeps what a colleague changed in the meantime', () => {
  const { editing } = build()
  editing.change(rename('ticket', 'Read'))
  editing.change(rename('ticket', 'Read it'))
  editing.undo()
  const history = readHistory(JSON.stringify(editing.read()))

  const theirs = removeRange(rename('ticket', 'Read')(base), 10_000, 15_000)
  const store = createDraftStore({
    article: articleOf(theirs),
    save: () => new Promise(() => {}),
    load: () => new Promise(() => {}),
    onFailure: () => {},
  })
  const after = createParagraphEditing(store, history)
  after.redo()
  after.undo()
  after.undo()
  expect(store.read().fields.paragraphs.map(({ title, map }) => [title, map[0]?.dur])).toEqual([
    ['Title of ticket', 10_000],
    ['Title of console', 5000],
  ])
  expect(after.read().past).toEqual([])
  expect([null, '', '{}', '{"past":[],"present":[]}'].map(readHistory)).toEqual([null, null, null, null])
})
