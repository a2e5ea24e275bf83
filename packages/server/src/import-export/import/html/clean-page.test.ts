/** Individual notations of other programs; whole exports are in import-programs.test.ts. */
import { parseHTML } from 'linkedom'
import { expect, test } from 'vitest'
import { cleanPage } from './clean-page.ts'
import type { Dialect } from '../archive/detect-dialect.ts'

function cleaned(dialect: Dialect, body: string, isMarkdown = false): string {
  const { document } = parseHTML(`<!doctype html><html><body>${body}</body></html>`)
  return cleanPage(document, { dialect, isMarkdown, hasTitle: true }).root.innerHTML
}
const notion = (body: string) => cleaned('notion', `<article class="page">${body}</article>`)
const confluence = (body: string) => cleaned('confluence', `<div id="main-content">${body}</div>`)

test('items that Notion writes as separate lists become one list with continuous numbers', () => {
  const item = (kind: string, words: string) => `<ul class="${kind}"><li>${words}</li></ul>`
  expect(notion(item('bulleted-list', 'a') + item('bulleted-list', 'b'))).toBe(
    '<ul class="bulleted-list"><li>a</li><li>b</li></ul>',
  )
  const number = (start: number) => `<ol class="numbered-list" start="${start}"><li>${start}</li></ol>`
  expect(notion(number(1) + number(2) + number(3))).toBe(
    '<ol class="numbered-list" start="1"><li>1</li><li>2</li><li>3</li></ol>',
  )
  expect(notion(number(1) + number(1)).match(/<ol/g)).toHaveLength(2)
  expect(notion(`${item('bulleted-list', 'a')}<p>x</p>${item('bulleted-list', 'b')}`).match(/<ul/g)).toHaveLength(2)
})

test('colours and widths of Notion become those of the note', () => {
  expect(notion('<p><mark class="highlight-red">r</mark></p>')).toContain('<span data-color="#d44c47">r</span>')
  expect(notion('<p><mark class="highlight-blue_background">b</mark></p>')).toContain('data-color="#e7f3f8"')
  expect(notion('<p><mark class="highlight-constructor">b</mark></p>')).toBe('<p><span>b</span></p>')
  expect(notion('<img style="width:432px" src="a.png">')).toContain('width="432"')
})

test('a figure is a block: text before and after it does not run together', () => {
  const html = notion('<figure><a href="a.html">A</a></figure><figure class="image"><img src="a.png"></figure>')
  expect(html).toBe('<p><a href="a.html">A</a></p><p><img src="a.png"></p>')
  expect(notion('<figure><blockquote><p>q</p></blockquote></figure>')).toBe('<blockquote><p>q</p></blockquote>')
})

test('callouts have the kind that their program or their icon names', () => {
  const macro = (kind: string) =>
    confluence(
      `<div class="confluence-information-macro confluence-information-macro-${kind}"><div class="confluence-information-macro-body"><p>x</p></div></div>`,
    )
  const callout = (kind: string, words: string) => `<div data-kind="${kind}" data-type="callout"><p>${words}</p></div>`
  expect(['information', 'tip', 'note', 'warning'].map(macro)).toEqual(
    ['info', 'tip', 'warning', 'danger'].map((kind) => callout(kind, 'x')),
  )
  expect(notion('<figure class="callout"><div><span class="icon">⛔</span></div><div><p>x</p></div></figure>')).toBe(
    callout('danger', '⛔ x'),
  )
  expect(notion('<aside><p>x</p></aside>')).toBe(callout('info', 'x'))
})

test('toggles of Notion leave their list, and one that begins an item is unfolded', () => {
  const toggle = '<details><summary>More</summary><p>inside</p></details>'
  expect(notion(`<ul class="toggle"><li>${toggle}</li></ul>`)).toBe(toggle)
  expect(notion(`<ul><li>${toggle}</li></ul>`)).toBe('<ul><li><p>More</p><p>inside</p></li></ul>')
  expect(notion(`<ul><li><p>a</p>${toggle}</li></ul>`)).toBe(`<ul><li><p>a</p>${toggle}</li></ul>`)
  expect(notion('<nav class="block-color-gray table_of_contents"><a href="#x">X</a></nav>')).toContain(
    'data-type="tableOfContents"',
  )
})

test('a list with checkboxes before some items is split where they begin and end', () => {
  const html = cleaned(
    'plain',
    '<ul><li>plain</li><li><input type="checkbox" checked> done</li><li><input type="checkbox"> open</li><li>end</li></ul>',
    true,
  )
  expect(html.match(/<ul/g)).toHaveLength(3)
  expect(html.match(/data-checked="true"/g)).toHaveLength(1)
  expect(html.match(/data-checked="false"/g)).toHaveLength(1)
  expect(html).toMatch(/^<ul><li>plain<\/li><\/ul>/)
})

test('frames of allowed sites stay, those of others become links', () => {
  const frame = '<iframe src="https://www.youtube.com/embed/dQw4w9WgXcQ" title="Week 3"></iframe>'
  expect(cleaned('plain', `<figure>${frame}</figure>`)).toBe(frame)
  expect(cleaned('plain', '<iframe src="https://youtube.com.evil.example/embed/dQw4w9WgXcQ"></iframe>')).toBe(
    '<p><a href="https://youtube.com.evil.example/embed/dQw4w9WgXcQ">https://youtube.com.evil.example/embed/dQw4w9WgXcQ</a></p>',
  )
  const source = (url: string) => `<figure><div class="source"><a href="${url}">${url}</a></div></figure>`
  expect(notion(source('https://youtu.be/dQw4w9WgXcQ'))).toBe(
    '<div data-type="embed"><a href="https://youtu.be/dQw4w9WgXcQ"></a></div>',
  )
  expect(notion(source('plan.pdf'))).toContain('<a href="plan.pdf">plan.pdf</a>')
})

test('emoticons of Confluence become characters, macros become blocks; file previews are removed', () => {
  expect(confluence('<p><img class="emoticon" data-emoji-fallback="🙂" alt="(smile)" src="x.png"></p>')).toBe(
    '<p>🙂</p>',
  )
  expect(confluence('<p><img class="emoticon" alt="(tick)" src="x.png"></p>')).toBe('<p>(tick)</p>')
  expect(confluence('<div class="toc-macro"><ul><li><a href="#x">X</a></li></ul></div><p>y</p>')).toBe(
    '<nav data-type="tableOfContents"></nav><p>y</p>',
  )
  expect(
    confluence(
      '<a class="confluence-embedded-file" href="attachments/1/2.pdf" data-linked-resource-default-alias="Terms.pdf"><img src="thumbs/1"></a>',
    ),
  ).toBe(
    '<a class="confluence-embedded-file" href="attachments/1/2.pdf" data-linked-resource-default-alias="Terms.pdf">Terms.pdf</a>',
  )
})
