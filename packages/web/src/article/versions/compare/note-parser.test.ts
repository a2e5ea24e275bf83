import { DOMParser } from 'linkedom'
import { afterAll, expect, test, vi } from 'vitest'
import { noteParser } from './note-parser.ts'

vi.stubGlobal('DOMParser', DOMParser)
afterAll(() => vi.unstubAllGlobals())

const picture = (path: string) => `<p><span data-type="image"><img data-src="${path}" alt="Roof"></span></p>`

test('distinguishes images by their location', () => {
  const pathsOf = (html: string) => noteParser.parseFiles(`<html><body>${html}</body></html>`).map(({ path }) => path)
  expect(pathsOf(picture('/files/images/a.png') + picture('/files/images/b.png'))).toEqual([
    '/files/images/a.png',
    '/files/images/b.png',
  ])
})

const blocks = (html: string) =>
  noteParser.parseBlocks(`<html><body>${html}</body></html>`).map(({ shape, text }) => `${shape}: ${text}`)

test('reads a table row as one block, including the content of its cells', () => {
  const row = '<tr><td><p>Mount</p><p>twice</p></td><td><ul><li><p>Rail</p></li></ul></td><td><p></p></td></tr>'
  expect(blocks(`<table><tbody>${row}</tbody></table><p>After</p>`)).toEqual([
    'row: Mount twice │ Rail │ ',
    'text: After',
  ])
})

test('distinguishes headings, items, tasks, quotations and code', () => {
  const task = (isDone: boolean) =>
    `<li data-type="taskItem" data-checked="${isDone}"><input type="checkbox"><div><p>Call</p><p>again</p></div></li>`
  const html = `<h2>Tools</h2><ul><li><p>Ladder</p></li></ul><ul data-type="taskList">${task(true)}${task(false)}</ul>
    <blockquote><p>Never</p></blockquote><pre><code>a\n  b\n</code></pre><div data-unknown="poll">Yes</div>`
  expect(blocks(html)).toEqual([
    'heading: Tools',
    'item: Ladder',
    'task: ☑ Call',
    'task: again',
    'task: ☐ Call',
    'task: again',
    'quote: Never',
    'code: a\n  b',
    'text: Yes',
  ])
})

test('reads boxes block by block, and sees their kind and a list of headings', () => {
  const html =
    '<nav data-type="tableOfContents"><a href="#h-k" data-level="1">Tools</a></nav><details><summary><p>More</p></summary><p>Inside</p></details>'
  expect(blocks(html)).toEqual(['text: Table of contents', 'text: More', 'text: Inside'])
  const lookOf = (kind: string) =>
    noteParser.parseBlocks(`<html><body><div data-type="callout" data-kind="${kind}"><p>a</p></div></body></html>`)
  expect(lookOf('tip')).not.toEqual(lookOf('danger'))
  expect(noteParser.comparableHtml('<h2 id="h-k" data-key="k">a</h2>')).toBe('<h2>a</h2>')
})

test('reads an embedded page by its title, and sees its address', () => {
  const card = (url: string) =>
    `<div data-type="embed"><a data-part="title" href="${url}">Week 3</a><span data-part="provider">YouTube</span></div>`
  expect(blocks(card('https://youtu.be/dQw4w9WgXcQ'))).toEqual(['text: Week 3'])
  const lookOf = (url: string) => noteParser.parseBlocks(`<html><body>${card(url)}</body></html>`)[0]?.appearance
  expect(lookOf('https://youtu.be/dQw4w9WgXcQ')).not.toBe(lookOf('https://youtu.be/dQw4w9WgXcR'))
})

test('compares the look of blocks by their container, not by their keys', () => {
  const lookOf = (html: string) => noteParser.parseBlocks(`<html><body>${html}</body></html>`)[0]?.appearance
  expect(lookOf('<p data-key="a">One</p>')).toBe(lookOf('<p data-key="b">One</p>'))
  expect(lookOf('<p>One</p>')).not.toBe(lookOf('<ul><li><p>One</p></li></ul>'))
  expect(lookOf('<p>One</p>')).not.toBe(lookOf('<h2>One</h2>'))
})
