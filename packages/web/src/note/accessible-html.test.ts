import { expect, it } from 'vitest'
import { withAccessibleMarkup } from './accessible-html.ts'

it('makes tables and code scrollable by keyboard', () => {
  expect(withAccessibleMarkup('<table><tbody><tr><td><p>1</p></td></tr></tbody></table>')).toMatch(
    /^<div class="tableWrapper" tabindex="0" role="region" aria-label="Table"><table>.*<\/table><\/div>$/,
  )
  expect(withAccessibleMarkup('<pre data-key="k"><code>a</code></pre>')).toBe(
    '<pre tabindex="0" data-key="k"><code>a</code></pre>',
  )
})

it('leaves text that mentions tables unchanged', () => {
  const text = '<p>&lt;table&gt; and &lt;pre&gt; and a <strong>present</strong></p>'
  expect(withAccessibleMarkup(text)).toBe(text)
})

it('passes the width of a floating image to the style that decides whether text fits beside it', () => {
  expect(
    withAccessibleMarkup('<span data-type="image" data-display="float-left" style="width:160px;aspect-ratio:2/1">'),
  ).toBe(
    '<span data-type="image" data-display="float-left" style="width:160px;--picture-width:160px;aspect-ratio:2/1">',
  )
})

it('names callouts, lists of headings and toggles without words', () => {
  expect(withAccessibleMarkup('<div data-type="callout" data-kind="warning"><p>a</p></div>')).toBe(
    '<div data-type="callout" data-kind="warning" dir="auto" role="note" aria-label="Warning"><p>a</p></div>',
  )
  expect(withAccessibleMarkup('<nav data-type="tableOfContents"></nav>')).toBe(
    '<nav aria-label="Table of contents" data-type="tableOfContents"></nav>',
  )
  const toggle = (line: string) => withAccessibleMarkup(`<details><summary>${line}</summary><p>b</p></details>`)
  expect(toggle('<p data-key="k"></p>')).toContain('<summary aria-label="Details"><p data-key="k"></p></summary>')
  expect(toggle('')).toContain('<summary aria-label="Details"></summary>')
  expect(toggle('<p>a</p>')).toBe('<details dir="auto"><summary><p>a</p></summary><p>b</p></details>')
})

it('puts the markers of lists and quotes where the text begins', () => {
  expect(
    withAccessibleMarkup('<ul><li data-checked="true"><p>מהמה</p></li></ul><blockquote><p>a</p></blockquote>'),
  ).toBe('<ul><li dir="auto" data-checked="true"><p>מהמה</p></li></ul><blockquote dir="auto"><p>a</p></blockquote>')
})
