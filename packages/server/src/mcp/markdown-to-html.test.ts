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

test('other tags stay text', () => {
  expect(markdownToHtml('<details open>\n\n<summary>a</summary> b\n\nsee [TOC]')).toBe(
    '<p>&lt;details open&gt;</p><p>&lt;summary&gt;a&lt;/summary&gt; b</p><p>see [TOC]</p>',
  )
})
