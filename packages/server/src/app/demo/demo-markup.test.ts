import { describe, expect, it } from 'vitest'
import { markupToHtml } from './demo-markup.ts'

const html = (markup: string) => markupToHtml(markup, (address) => address.replace('article:', '/b/'))

describe('the notation of the demo articles', () => {
  it('has inline marks, and code in which nothing is a mark', () => {
    expect(html('A **bold *word*** and `**code**`, ==marked== & ~~gone~~')).toBe(
      '<p>A <strong>bold <em>word</em></strong> and <code>**code**</code>, <mark>marked</mark> &amp; <s>gone</s></p>',
    )
  })

  it('has links, and external ones open in a new tab', () => {
    expect(html('[one](article:x) [two](https://a.example)')).toBe(
      '<p><a href="/b/x">one</a> <a href="https://a.example" target="_blank">two</a></p>',
    )
  })

  it('has lists, tasks and content nested in items', () => {
    expect(html('1. one\n   - inner\n2. two')).toBe(
      '<ol start="1"><li><p>one</p><ul><li><p>inner</p></li></ul></li><li><p>two</p></li></ol>',
    )
    expect(html('- [x] done')).toBe(
      '<ul data-type="taskList"><li data-type="taskItem" data-checked="true"><p>done</p></li></ul>',
    )
  })

  it('has code, quotes, callouts and tables', () => {
    expect(html('```sql\nselect 1 < 2\n\n# no heading\n```')).toBe(
      '<pre><code class="language-sql">select 1 &lt; 2\n\n# no heading</code></pre>',
    )
    expect(html('> one\n>\n> two')).toBe('<blockquote><p>one</p><p>two</p></blockquote>')
    expect(html('> [!WARNING]\n> one')).toBe('<div data-type="callout" data-kind="warning"><p>one</p></div>')
    expect(html('| a | b |\n|---|--:|\n| 1 | 2 |')).toBe(
      '<table><tbody><tr><th><p>a</p></th><th align="right"><p>b</p></th></tr>' +
        '<tr><td><p>1</p></td><td align="right"><p>2</p></td></tr></tbody></table>',
    )
  })

  it('refuses a table with a row that is too short', () => {
    expect(() => html('| a | b |\n|---|---|\n| 1 |')).toThrow('1 cells')
  })
})
