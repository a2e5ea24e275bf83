import { expect, test } from 'vitest'
import type { NoteJson, NoteNode } from '../note/note-document.ts'
import { paragraphNote } from '../note/note.fixture.ts'
import { parseFrontMatter, formatFrontMatter } from './front-matter.ts'
import { noteJsonToMarkdown } from './note-markdown.ts'

const doc = (...content: NoteNode[]): NoteJson => ({ type: 'doc', content })
const text = (words: string, ...types: string[]): NoteNode => ({
  type: 'text',
  text: words,
  ...(types.length > 0 && { marks: types.map((type) => ({ type })) }),
})
const paragraph = (...content: NoteNode[]): NoteNode => ({ type: 'paragraph', content })

test('Markdown syntax is used where every parser agrees, tags elsewhere', () => {
  expect(noteJsonToMarkdown(doc(paragraph(text('a '), text('b', 'bold'), text(' c'))))).toBe('a **b** c\n')
  expect(noteJsonToMarkdown(doc(paragraph(text('a'), text('b', 'bold'), text('c'))))).toBe('a<strong>b</strong>c\n')
  expect(noteJsonToMarkdown(doc(paragraph(text('u', 'underline'), text('m', 'highlight'))))).toBe(
    '<u>u</u><mark>m</mark>\n',
  )
})

test('text that looks like syntax stays text', () => {
  expect(
    noteJsonToMarkdown(paragraphNote('# no heading', '1. no list', '*no* [link](x) <b> https://a.b www.a.b me@a.b')),
  ).toBe('\\# no heading\n\n1\\. no list\n\n\\*no\\* \\[link\\](x) \\<b> https\\://a.b www\\.a.b me\\@a.b\n')
})

test('lists, tasks, tables and code are written in the usual style', () => {
  const item = (type: string, words: string, attrs = {}): NoteNode => ({
    type,
    attrs,
    content: [paragraph(text(words))],
  })
  const cell = (type: string, words: string): NoteNode => ({ type, content: [paragraph(text(words))] })
  expect(
    noteJsonToMarkdown(
      doc(
        {
          type: 'taskList',
          content: [item('taskItem', 'done', { checked: true }), item('taskItem', 'open', { checked: false })],
        },
        { type: 'orderedList', attrs: { start: 3 }, content: [item('listItem', 'three'), item('listItem', 'four')] },
        {
          type: 'table',
          content: [
            { type: 'tableRow', content: [cell('tableHeader', 'A'), cell('tableHeader', 'B')] },
            { type: 'tableRow', content: [cell('tableCell', '1'), cell('tableCell', 'x|y')] },
          ],
        },
        { type: 'codeBlock', attrs: { language: 'ts' }, content: [{ type: 'text', text: 'a\n```\nb' }] },
      ),
    ),
  ).toBe(
    '- [x] done\n- [ ] open\n\n3. three\n4. four\n\n| A | B |\n| --- | --- |\n| 1 | x\\|y |\n\n````ts\na\n```\nb\n````\n',
  )
})

test('callouts are alerts of GitHub, toggles are details', () => {
  const callout = (kind: string, ...content: NoteNode[]): NoteNode => ({ type: 'callout', attrs: { kind }, content })
  expect(noteJsonToMarkdown(doc(callout('warning', paragraph(text('Mind it'))), callout('danger', paragraph())))).toBe(
    '> [!WARNING]\n> Mind it\n\n<!-- -->\n\n> [!CAUTION]\n>\n> <!-- -->\n',
  )
  const list = { type: 'bulletList', content: [{ type: 'listItem', content: [paragraph(text('a'))] }] }
  expect(noteJsonToMarkdown(doc(callout('info', list)))).toBe('> [!NOTE]\n>\n> - a\n')
  expect(noteJsonToMarkdown(doc({ type: 'toggle', content: [paragraph(text('M', 'bold'), text('ore')), list] }))).toBe(
    '<details>\n<summary><strong>M</strong>ore</summary>\n\n- a\n\n</details>\n',
  )
  expect(noteJsonToMarkdown(doc({ type: 'tableOfContents' }, paragraph(text('[TOC]'))))).toBe('[TOC]\n\n\\[TOC\\]\n')
})

test('files point to their location beside the page', () => {
  const id = '018f3c3c-0000-7000-8000-0000000000ab'
  const src = `/files/images/ab/${id}.png`
  const links = { href: (href: string) => href, file: (path: string) => (path === src ? 'files/a%20b.png' : null) }
  expect(noteJsonToMarkdown(doc(paragraph({ type: 'image', attrs: { src, alt: 'A [b]' } })), links)).toBe(
    '![A \\[b\\]](files/a%20b.png)\n',
  )
  expect(
    noteJsonToMarkdown(
      doc(paragraph({ type: 'image', attrs: { src, alt: 'A', width: 90, display: 'float-left' } })),
      links,
    ),
  ).toBe('<img src="files/a%20b.png" alt="A" width="90" data-display="float-left">\n')
})

test('front matter is read back as it was written', () => {
  const facts = { title: 'A "quoted": title', tags: ['one, two', '漢字 😀'], empty: null }
  const { fields: read, body } = parseFrontMatter(`${formatFrontMatter(facts)}text\n`)
  expect(read).toEqual({ title: facts.title, tags: facts.tags })
  expect(body.trim()).toBe('text')
  expect(parseFrontMatter('---\nnot facts\n---\n').fields).toEqual({})
  expect(parseFrontMatter('---\ntags: [a, "b c"]\ntitle: plain\n---\nx').fields).toEqual({
    tags: ['a', 'b c'],
    title: 'plain',
  })
})

test('marks and nodes named like inherited properties keep their text and nothing else', () => {
  for (const type of ['constructor', '__proto__', 'toString', 'hasOwnProperty']) {
    const words = { type: 'text', text: 'words', marks: [{ type, attrs: {} }] }
    expect(noteJsonToMarkdown(doc(paragraph(words))), type).toBe('words\n')
    expect(noteJsonToMarkdown(doc({ type, content: [words] })), type).toBe('words\n')
  }
})

test('an embedded page is a link with the name of its site', () => {
  const url = 'https://vimeo.com/76979871?a=1&b=2'
  const embed = (attrs: Record<string, unknown>): string => noteJsonToMarkdown(doc({ type: 'embed', attrs }))
  expect(embed({ url, title: 'Week [3]' })).toBe('[Week \\[3\\]](https://vimeo.com/76979871?a=1&amp;b=2 "Vimeo")\n')
  expect(embed({ url: 'https://example.com/', title: 'x' })).toBe('[x](https://example.com/)\n')
  expect(embed({ url: 'javascript:alert(1)', title: '*x*' })).toBe('\\*x\\*\n')
})
