import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isEmptyNote } from '../note/note-document.ts'
import { noteJsonToHtml } from '../note/note-html.ts'
import { anyNote } from '../note/note.fixture.ts'
import { hasContent, initialView, selectMode, selectTab, type ArticleContents } from './article-mode.rules.ts'

const text: ArticleContents = {
  pinnedNote: null,
  duration: 0,
  isHasText: true,
  textTabs: [{ id: 'one' }, { id: 'two' }],
}
const video: ArticleContents = { ...text, duration: 60_000 }

describe('an article opens', () => {
  test('on its notes when a tab is pinned, also for a video article', () => {
    expect(initialView({ ...video, pinnedNote: 'two' })).toEqual({ mode: 'notes', activeTabId: 'two' })
  })

  test.each(['', '<p></p>', '<h2> </h2><p><br></p>'])('not on an empty pinned tab (%j) before others', (empty) => {
    const textTabs = [
      { id: 'one', text: '<p>Written</p>' },
      { id: 'two', text: empty },
    ]
    expect(initialView({ ...text, pinnedNote: 'two', textTabs })).toEqual({ mode: 'notes', activeTabId: 'one' })
    expect(initialView({ ...video, pinnedNote: 'two', textTabs }).mode).toBe('video')
    expect(initialView({ ...text, pinnedNote: 'two', textTabs }, null, 'two').activeTabId).toBe('two')
    const onlyEmpty = { ...text, isHasText: false, pinnedNote: 'two', textTabs: [{ id: 'two', text: empty }] }
    expect(initialView(onlyEmpty)).toEqual({ mode: 'notes', activeTabId: 'two' })
  })

  test.each(['<p><img src="/image/a.png"></p>', '<hr>', '<p>ワード</p>'])('on a pinned tab with only %s', (content) => {
    const textTabs = [
      { id: 'one', text: '<p>Written</p>' },
      { id: 'two', text: content },
    ]
    expect(initialView({ ...video, pinnedNote: 'two', textTabs })).toEqual({ mode: 'notes', activeTabId: 'two' })
  })

  test('on the video when it is a video article', () => {
    expect(initialView(video)).toEqual({ mode: 'video', activeTabId: null })
  })

  test('on the notes otherwise, with the first tab', () => {
    expect(initialView(text)).toEqual({ mode: 'notes', activeTabId: 'one' })
    expect(initialView({ ...text, textTabs: [] })).toEqual({ mode: 'notes', activeTabId: null })
  })

  test('on the mode and the tab that the URL names', () => {
    expect(initialView(video, 'notes')).toEqual({ mode: 'notes', activeTabId: 'one' })
    expect(initialView(video, 'video', 'two')).toEqual({ mode: 'notes', activeTabId: 'two' })
    expect(initialView(video, null, 'gone')).toEqual({ mode: 'video', activeTabId: null })
  })

  test('on the video when the URL names notes and a video article has neither text nor pin', () => {
    expect(initialView({ ...video, isHasText: false }, 'notes')).toEqual({ mode: 'video', activeTabId: null })
    expect(initialView({ ...text, isHasText: false }, 'notes').mode).toBe('notes')
  })
})

test('selecting the video clears the active tab', () => {
  expect(selectMode(video, 'video')).toEqual({ mode: 'video', activeTabId: null })
})

test('a text article opens on its notes, whatever its URL names', () => {
  expect(initialView(text, 'video')).toEqual({ mode: 'notes', activeTabId: 'one' })
  expect(initialView({ ...text, textTabs: [], isHasText: false }, 'video')).toEqual({
    mode: 'notes',
    activeTabId: null,
  })
})

test('an article whose recording is being uploaded already has a video mode', () => {
  expect(initialView({ ...text, isNotUploadedVideo: true }, 'video').mode).toBe('video')
  expect(initialView({ ...text, isHasText: false, isNotUploadedVideo: true }).mode).toBe('video')
})

test('a new empty tab of a video article can be selected', () => {
  expect(selectTab('three')).toEqual({ mode: 'notes', activeTabId: 'three' })
})

test('the HTML of every note has content unless the note is empty', () => {
  fc.assert(
    fc.property(anyNote, (note) => {
      expect(hasContent({ id: 'one', text: noteJsonToHtml(note) })).toBe(!isEmptyNote(note))
    }),
  )
})
