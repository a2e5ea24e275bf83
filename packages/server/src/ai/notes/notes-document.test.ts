import { parseMomentHref, withPresentMoments } from '@knowreel/shared/note/note-moment.ts'
import { noteJsonToHtml } from '@knowreel/shared/note/note-html.ts'
import { newId } from '@knowreel/shared/identity/ids.ts'
import { removeRange } from '@knowreel/shared/video/paragraph/paragraph-tree.rules.ts'
import type { ParagraphTree } from '@knowreel/shared/video/paragraph/paragraph-tree.ts'
import { wholeRecording } from '@knowreel/shared/video/play-map.ts'
import { expect, test } from 'vitest'
import { readNotes, toNote } from './notes-document.ts'

const videoId = newId()
const tree: ParagraphTree = [
  { id: 'a', title: 'Start', tags: [], isExpanded: true, map: wholeRecording(videoId, 90_000), items: [] },
]
const html = (text: string, of = tree) => noteJsonToHtml(toNote(readNotes(text, of), new Map()))
const href = (seconds: number) => `href="#t=${seconds}" rel="noopener noreferrer nofollow"`

test('times become links into the recording, also several and ranges', () => {
  expect(html('Press it [0:12].')).toBe(`<p>Press it <a ${href(12)}>0:12</a>.</p>`)
  expect(html('- One [0:05, 1:10]')).toContain(`<a ${href(5)}>0:05</a>, <a ${href(70)}>1:10</a>`)
  expect(html('Wait [0:05–0:20]')).toContain(`<a ${href(20)}>0:20</a>`)
})

test.each(['[9:59]', '[12]', '[0:99]', '`[0:12]`', '[see 0:12]'])('%s stays text', (text) => {
  expect(html(`Wait ${text}`)).not.toContain('<a ')
})

test('a marked picture becomes one, named after what is said before it', () => {
  const parts = readNotes('1. Open the valve [0:12]\n\n[picture 0:12]\n\n2. Close it [picture 0:20]', tree)
  expect(parts.map((part) => (part.kind === 'picture' ? [part.time, part.about] : part.node.type))).toEqual([
    'orderedList',
    [12_000, 'Open the valve 0:12'],
    'orderedList',
    [20_000, 'Close it'],
  ])
  const note = toNote(parts, new Map([[12_000, { url: '/files/images/ab/x.jpg', width: 1280, height: 720 }]]))
  expect(note.content?.map(({ type }) => type)).toEqual(['orderedList', 'paragraph', 'orderedList'])
  expect(note.content?.[1]?.content?.[0]?.attrs).toMatchObject({ width: 640, height: 360, display: 'break' })
})

test('what a model writes as markup is text', () => {
  expect(html('<img src=x onerror=alert(1)> [click](https://evil.example) [0:01]')).toBe(
    `<p>&lt;img src=x onerror=alert(1)&gt; [click](https://evil.example) <a ${href(1)}>0:01</a></p>`,
  )
})

test('links follow the recording: a cut moves them, and what is cut is text again', () => {
  const note = toNote(readNotes('Press [0:30], wait [1:00].', tree), new Map())
  const cut = removeRange(tree, 20_000, 40_000)
  expect(noteJsonToHtml(withPresentMoments(note, cut))).toBe(`<p>Press 0:30, wait <a ${href(40)}>1:00</a>.</p>`)
  expect(withPresentMoments(note, tree)).toBe(note)
})

test('readers receive no moment of the recording itself', () => {
  const moment = { time: 40_000, source: { videoId, videoTime: 60_000 } }
  expect(parseMomentHref(`#t=40&v=${videoId}@60000`)).toEqual(moment)
  expect(html('[1:00]')).not.toContain(videoId)
})
