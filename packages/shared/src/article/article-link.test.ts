import { expect, test } from 'vitest'
import type { NoteJson, NoteNode } from '../note/note-document.ts'
import { listArticleLinks, parseArticleLink } from './article-link.ts'

const uuid = '0198a7e2-0000-7000-8000-000000000001'
const shortId = 'art5678923'

test.each([
  [`/b/ws23456789/runbooks/${shortId}`, shortId, null],
  [`/b/ws23456789/runbooks/${shortId}/replace-a-meter/notes/steps?t=4#x`, shortId, null],
  [`/article/${uuid}`, uuid, null],
  [`/article/${uuid.toUpperCase()}/edit`, uuid, null],
  [`https://know.example/article/${shortId}`, shortId, 'know.example'],
  [`HTTPS://Halden.Know.Example:8443/b/w/s/${shortId}`, shortId, 'halden.know.example:8443'],
  [`http://know.example:80/b/w/s/${uuid}/`, uuid, 'know.example'],
  [`//know.example/b/w/s/${uuid}`, uuid, 'know.example'],
])('%s leads to an article', (url, id, host) => {
  expect(parseArticleLink(url)).toEqual({ id, host })
})

test.each([
  '',
  '/',
  '#t=12.5',
  '?find=b',
  '/workspaces',
  '/b/ws23456789/runbooks',
  `/b/shared/${shortId}/${shortId}`,
  `/b/w/s/not-an-id`,
  '/article/new',
  `/draft/${shortId}`,
  `b/w/s/${shortId}`,
  `mailto:someone@know.example/b/w/s/${shortId}`,
  `ftp://know.example/b/w/s/${shortId}`,
  'https://',
  `https://[/b/w/s/${shortId}`,
])('%j leads to no article', (url) => {
  expect(parseArticleLink(url)).toBeNull()
})

const linked = (text: string, href: unknown): NoteNode => ({
  type: 'text',
  text,
  marks: [{ type: 'bold' }, { type: 'link', attrs: { href } }],
})
const noteOf = (...content: NoteNode[]): NoteJson => ({ type: 'doc', content })

test('the links of a note are found wherever they are, each once', () => {
  const cell = { type: 'tableCell', content: [{ type: 'paragraph', content: [linked('b', `/article/${uuid}`)] }] }
  const note = noteOf(
    { type: 'paragraph', content: [linked('a', `/b/w/s/${shortId}`), linked('again', `/b/w/s/${shortId}/slug/video`)] },
    { type: 'table', content: [{ type: 'tableRow', content: [cell] }] },
    { type: 'later', content: [linked('c', `https://know.example/article/${uuid}`), linked('d', null)] },
    { type: 'text', text: `/article/${shortId}` },
  )
  expect(listArticleLinks(note)).toEqual([`/${shortId}`, `/${uuid}`, `know.example/${uuid}`])
})

test('a note has no more links than are kept', () => {
  const ids = Array.from({ length: 600 }, (_, index) => `0198a7e2-0000-7000-8000-${String(index).padStart(12, '0')}`)
  const note = noteOf({ type: 'paragraph', content: ids.map((id) => linked('a', `/article/${id}`)) })
  expect(listArticleLinks(note)).toHaveLength(500)
})
