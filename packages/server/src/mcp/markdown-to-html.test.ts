import { expect, test } from 'vitest'
import { markdownToHtml } from './markdown-to-html.ts'

test('alerts, toggles and a table of contents become blocks', () => {
  expect(markdownToHtml('> [!WARNING]\n> Mind **it**\n> twice\n\n> [!OTHER]\n> quoted')).toBe(
    '<div data-type="callout" data-kind="warning"><p>Mind <strong>it</strong><br>twice</p></div>' +
      '<blockquote><p>[!OTHER]<br>quoted</p></blockquote>',
  )
  expect(markdownToHtml('[TOC]\n<details>\n<summary>A & *B*</summary>\ninside\n</details>\nafter')).toBe(
    '<nav data-type="tableOfContents"></nav><details><summary>A &amp; <em>B</em></summary><p>inside</p></details><p>after</p>',
  )
})

test('the URL of a page that can be embedded, alone in its paragraph, becomes an embed', () => {
  const url = 'https://youtu.be/dQw4w9WgXcQ?a=1&b=2'
  const card = (title: string) => `<div data-type="embed"><a href="${url.replace('&', '&amp;')}">${title}</a></div>`
  expect(markdownToHtml(`Look:\n\n${url}\n\n[Week \\[3\\]](${url} "YouTube")`)).toBe(
    `<p>Look:</p>${card('')}${card('Week [3]')}`,
  )
  expect(
    markdownToHtml(`Look: ${url}\n\n[Week 3](https://youtu.be/dQw4w9WgXcQ)\n\nhttps://example.com/`),
  ).not.toContain('embed')
})

test('other tags stay text', () => {
  expect(markdownToHtml('<details open>\n\n<summary>a</summary> b\n\nsee [TOC]')).toBe(
    '<p>&lt;details open&gt;</p><p>&lt;summary&gt;a&lt;/summary&gt; b</p><p>see [TOC]</p>',
  )
})
