import { expect, it } from 'vitest'
import { withScrollingParts } from './note-text.tsx'

it('lets tables and code scroll by keyboard', () => {
  expect(withScrollingParts('<table><tbody><tr><td><p>1</p></td></tr></tbody></table>')).toMatch(
    /^<div class="tableWrapper" tabindex="0" role="region" aria-label="Table"><table>.*<\/table><\/div>$/,
  )
  expect(withScrollingParts('<pre data-key="k"><code>a</code></pre>')).toBe(
    '<pre tabindex="0" data-key="k"><code>a</code></pre>',
  )
})

it('leaves text that speaks of tables alone', () => {
  const text = '<p>&lt;table&gt; and &lt;pre&gt; and a <strong>present</strong></p>'
  expect(withScrollingParts(text)).toBe(text)
})
