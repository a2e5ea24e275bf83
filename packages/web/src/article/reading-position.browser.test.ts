import { Editor } from '@tiptap/core'
import { expect, it } from 'vitest'
import { readingPositionOf, rememberReadingPosition, restoreReadingPosition } from './reading-position.ts'
import { openDraft } from '../../test/open-draft.ts'
import { aWorkspace } from '../../test/samples.ts'
import { buildArticle } from './edit/draft/draft.fixture.ts'
import { noteExtensions } from '@knowreel/shared/note/note-schema.ts'
import { runWhenClosed } from '../../test/open-page.tsx'

const keyOf = (index: number) => `block${String(index).padStart(11, '0')}`
const blocks = Array.from({ length: 60 }, (_, index) => `<p data-key="${keyOf(index)}">Step ${index} of the note</p>`)

function openNote(): HTMLElement {
  const main = document.createElement('main')
  main.style.cssText = 'position: fixed; inset: 0; overflow: auto'
  main.innerHTML = `<div data-quoted="tab-1">${blocks.join('')}</div>`
  document.body.append(main)
  runWhenClosed(() => main.remove())
  return main
}

function openEditor(): { editor: Editor; main: HTMLElement } {
  const main = document.createElement('main')
  main.style.cssText = 'position: fixed; inset: 0; overflow: auto'
  document.body.append(main)
  const editor = new Editor({ element: main, extensions: [...noteExtensions], content: blocks.join('') })
  runWhenClosed(() => {
    editor.destroy()
    main.remove()
  })
  return { editor, main }
}

it('the editor continues at the block that was read, at the same height', () => {
  const note = openNote()
  note.scrollTop = 500
  rememberReadingPosition('article')
  expect(readingPositionOf('other')).toBeNull()
  const place = readingPositionOf('article')
  expect(place).toMatchObject({ tabId: 'tab-1', offset: 0 })
  note.remove()
  const { editor, main } = openEditor()
  if (!place) throw new Error('No place')
  expect(restoreReadingPosition(editor, place, true)).toBe(true)
  const { $from } = editor.state.selection
  expect($from.parent.attrs['key']).toBe(place.key)
  expect(main.scrollTop).toBeGreaterThan(0)
  const block = main.querySelector(`[data-key="${place.key}"]`)
  expect(Math.abs((block?.getBoundingClientRect().top ?? 0) - place.top)).toBeLessThan(2)
})

it('a caret or selection in the note is continued exactly', () => {
  const note = openNote()
  const words = note.querySelector(`[data-key="${keyOf(3)}"]`)?.firstChild
  getSelection()?.collapse(words ?? null, 6)
  rememberReadingPosition('article')
  const place = readingPositionOf('article')
  expect(place).toMatchObject({ key: keyOf(3), offset: 6 })
  note.remove()
  const { editor } = openEditor()
  if (place) restoreReadingPosition(editor, place, false)
  expect(editor.state.selection.$from.parent.attrs['key']).toBe(keyOf(3))
  expect(editor.state.selection.$from.parentOffset).toBe(6)
})

it('an editor that opens there is the only one: a later one begins at its top', async () => {
  const note = openNote()
  note.scrollTop = 500
  rememberReadingPosition('original')
  note.remove()
  expect(readingPositionOf('original')).not.toBeNull()
  const workspace = aWorkspace({ id: 'runbooks', shortId: 'runbooks', slug: 'runbooks', visibility: 'organization' })
  await openDraft({
    'draft.get': { article: buildArticle({ workspace, original: { id: 'original', shortId: 'original' } }) },
  })
  expect(readingPositionOf('original')).toBeNull()
})

it('a caret under the bar is not where the person reads, wherever the note begins in the window', () => {
  const note = openNote()
  note.style.top = '100px'
  const block = note.querySelector<HTMLElement>(`[data-key="${keyOf(3)}"]`)
  getSelection()?.collapse(block?.firstChild ?? null, 2)
  if (!block) throw new Error('No block')
  // Its end is 40 px below the top of the note: under the bar of 56 px, although it is lower in the window.
  note.scrollTop = block.offsetTop + block.offsetHeight - 40
  rememberReadingPosition('article')
  const position = readingPositionOf('article')
  expect(position?.key).not.toBe(keyOf(3))
  expect(position?.top).toBeGreaterThanOrEqual(156)
})

it('a note without the block is left as it is', () => {
  const { editor } = openEditor()
  const place = { articleId: 'article', tabId: 'tab-1', key: 'gone', offset: 0, top: 0 }
  expect(restoreReadingPosition(editor, place, true)).toBe(false)
})
