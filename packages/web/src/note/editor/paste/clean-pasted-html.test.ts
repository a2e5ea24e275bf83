import { DOMParser } from '@tiptap/pm/model'
import { parseHTML } from 'linkedom'
import { marked } from 'marked'
import { describe, expect, it } from 'vitest'
import type { NoteJson } from '@knowreel/shared/note/note-document.ts'
import { noteJsonToHtml } from '@knowreel/shared/note/note-html.ts'
import { noteSchema } from '@knowreel/shared/note/note-schema.ts'
import { cleanPastedHtml } from './clean-pasted-html.ts'
import { looksLikeMarkdown } from './note-paste.ts'

/** The content of a note after pasting this HTML. */
function pasted(html: string): string {
  const { document } = parseHTML('<!doctype html><html><body></body></html>')
  const root = document.createElement('div')
  root.innerHTML = html
  cleanPastedHtml(root)
  return noteJsonToHtml(DOMParser.fromSchema(noteSchema).parse(root).toJSON() as NoteJson)
}

describe('content pasted from Word', () => {
  const item = (level: number, marker: string, words: string) =>
    `<p class=MsoListParagraph style='text-indent:-.25in;mso-list:l0 level${level} lfo1'><![if !supportLists]><span style='font-family:Symbol'><span style='mso-list:Ignore'>${marker}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;</span></span></span><![endif]>${words}<o:p></o:p></p>`

  it('has real lists, nested by level', () => {
    expect(
      pasted(`${item(1, '·', 'one')}${item(2, 'o', 'inner')}${item(1, '·', 'two')}<p class=MsoNormal>after</p>`),
    ).toBe('<ul><li><p>one</p><ul><li><p>inner</p></li></ul></li><li><p>two</p></li></ul><p>after</p>')
    expect(pasted(`${item(1, '1.', 'first')}${item(1, '2.', 'second')}`)).toBe(
      '<ol><li><p>first</p></li><li><p>second</p></li></ol>',
    )
  })

  it('keeps the colours that notes have: of text and of highlights', () => {
    const word = (style: string, words: string) => `<span style='${style}'>${words}</span>`
    expect(pasted(`<p class=MsoNormal style='color:#C00000'>${word('color:blue', 'a')} b</p>`)).toBe(
      '<p><span data-color="#0000ff" style="--ink:#0000ff">a</span><span data-color="#c00000" style="--ink:#c00000"> b</span></p>',
    )
    expect(pasted(`<p class=MsoNormal>${word('background:yellow;mso-highlight:yellow', 'a')}</p>`)).toBe(
      '<p><mark data-color="#ffff00" style="--tone:#ffff00">a</mark></p>',
    )
    expect(pasted(`<p class=Paragraph>${word('color: rgb(192, 0, 1)', 'a')}</p>`)).toContain('#c00001')
    // The default colours are those of the page, and links have their own.
    for (const plain of ['color:windowtext', 'color:black', 'color:#000000', 'color:inherit', 'color:url(x)'])
      expect(pasted(`<p class=MsoNormal>${word(plain, 'a')}</p>`)).toBe('<p>a</p>')
    expect(pasted(`<p class=MsoNormal><a href="https://a.b">${word('color:blue', 'a')}</a></p>`)).not.toContain('ink')
    expect(pasted(`<p>${word('color:#C00000', 'of a web page')}</p>`)).toBe('<p>of a web page</p>')
  })

  it('keeps bold and headings, and loses fonts, sizes and empty lines', () => {
    expect(
      pasted(
        `<style>p.MsoNormal{margin:0}</style><p class=MsoTitle>Report</p><p class=MsoNormal><o:p>&nbsp;</o:p></p><p class=MsoNormal><span style='font-size:11.0pt;font-family:"Calibri";color:#1F497D'>a <b>b</b></span></p>`,
      ),
    ).toBe('<h1>Report</h1><p><span data-color="#1f497d" style="--ink:#1f497d">a <strong>b</strong></span></p>')
  })
})

describe('content pasted from Google Docs', () => {
  it('is not bold throughout, and its lists are nested', () => {
    expect(
      pasted(
        '<meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-1"><p><span style="font-size:11pt;font-weight:700;">bold</span><span style="font-weight:400;font-style:italic"> it</span></p><br><ul><li dir="ltr"><p role="presentation"><span>one</span></p></li><ul><li><p><span>inner</span></p></li></ul></ul></b>',
      ),
    ).toBe(
      '<p><strong>bold</strong><em> it</em></p><ul><li><p>one</p><ul><li><p>inner</p></li></ul></li></ul>'.replace(
        '<p>',
        '<p>',
      ),
    )
  })

  it('has its checklists as task lists', () => {
    expect(
      pasted(
        '<ul><li role="checkbox" aria-checked="true"><img src="data:x"><p>done</p></li><li role="checkbox" aria-checked="false"><p>open</p></li></ul>',
      ),
    ).toMatch(/data-type="taskList".*data-checked="true".*<p>done<\/p>.*data-checked="false".*<p>open<\/p>/)
  })
})

describe('content pasted from Notion', () => {
  it('has its to-dos as task lists, without checkboxes in the text', () => {
    const html = pasted(
      '<!-- notionvc: 1 --><ul><li>[ ] first</li><li>[x] second</li></ul><ul class="to-do-list"><li><div class="checkbox checkbox-on"></div> <span class="to-do-children-checked">third</span></li></ul>',
    )
    expect(html).toMatch(/data-checked="false".*<p>first<\/p>.*data-checked="true".*<p>second<\/p>/)
    expect(html).toMatch(/data-checked="true".*<p>third<\/p>/)
    expect(html).not.toContain('[')
  })
})

describe('lists without list markup', () => {
  const wordItem = (list: number, level: number, marker: string, words: string, tag = 'p') =>
    `<${tag} style='mso-list:l${list} level${level} lfo1'><span style='mso-list:Ignore'>${marker}<span>&nbsp; </span></span>${words}<o:p></o:p></${tag}>`

  it('from Word switch from bullets to numbers and continue the count', () => {
    expect(
      pasted(
        `${wordItem(0, 1, '·', 'point')}${wordItem(1, 1, '1.', 'one')}${wordItem(1, 2, 'a.', 'letter')}${wordItem(1, 1, '2.', 'two')}${wordItem(2, 1, '1.', 'anew')}<p>between</p>${wordItem(1, 1, '3.', 'three')}`,
      ),
    ).toBe(
      '<ul><li><p>point</p></li></ul><ol><li><p>one</p><ol><li><p>letter</p></li></ol></li><li><p>two</p></li></ol><ol><li><p>anew</p></li></ol><p>between</p><ol start="3"><li><p>three</p></li></ol>',
    )
  })

  it('from Word leave numbered headings', () => {
    expect(pasted(`${wordItem(0, 1, '1.', 'Scope', 'h1')}${wordItem(0, 2, '1.1.', 'Terms', 'h2')}<p>x</p>`)).toBe(
      '<h1>1. Scope</h1><h2>1.1. Terms</h2><p>x</p>',
    )
  })

  it('from Word for the web become one list, without end-of-paragraph marks', () => {
    const line = (words: string) =>
      `<p class="Paragraph"><span class="TextRun"><span class="NormalTextRun">${words}</span></span><span class="EOP">&nbsp;</span></p>`
    const listed = (tag: string, level: number, index: number, words: string) =>
      `<div class="ListContainerWrapper"><${tag} role="list" start="${index}"><li data-aria-level="${level}" role="listitem">${line(words)}</li></${tag}></div>`
    expect(
      pasted(
        `<div class="OutlineElement"><p class="Paragraph" role="heading" aria-level="2">Head<span class="EOP">&nbsp;</span></p></div>${listed('ul', 1, 1, 'a')}${listed('ul', 2, 1, 'b')}${listed('ul', 1, 2, 'c')}<div>${line('')}</div>${listed('ol', 1, 1, 'd')}${listed('ol', 1, 2, 'e')}`,
      ),
    ).toBe(
      '<h2>Head</h2><ul><li><p>a</p><ul><li><p>b</p></li></ul></li><li><p>c</p></li></ul><ol><li><p>d</p></li><li><p>e</p></li></ol>',
    )
  })

  it('from Slack are nested by their indent', () => {
    expect(
      pasted(
        '<ul data-indent="0"><li>a</li></ul><ul data-indent="1"><li>b</li></ul><ul data-indent="0"><li>c</li></ul>',
      ),
    ).toBe('<ul><li><p>a</p><ul><li><p>b</p></li></ul></li><li><p>c</p></li></ul>')
  })

  it('from Confluence become tasks, from its editor and from its pages', () => {
    const tasks = /data-checked="false".*<p>open<\/p>.*data-checked="true".*<p>done<\/p>/
    expect(
      pasted(
        '<p data-pm-slice="1 1 []">x</p><div data-task-list-local-id="1"><div data-task-local-id="2" data-task-state="TODO">open</div><div data-task-local-id="3" data-task-state="DONE">done</div></div>',
      ),
    ).toMatch(tasks)
    expect(
      pasted('<ul class="inline-task-list"><li><span>open</span></li><li class="checked"><span>done</span></li></ul>'),
    ).toMatch(tasks)
  })
})

describe('pasted tables', () => {
  it('with one cell become its text', () => {
    expect(pasted('<table><!--StartFragment--><col width=64><tr><td width=64>Just one</td></tr></table>')).toBe(
      '<p>Just one</p>',
    )
  })

  it('get a header row if only the first row is bold, and right-aligned numbers', () => {
    expect(
      pasted(
        '<table data-sheets-root="1"><tr><td style="font-weight:bold;">Name</td><td style="font-weight:bold;">Count</td></tr><tr><td>Meter</td><td style="text-align:right;">12</td></tr></table>',
      ),
    ).toBe(
      '<table><tbody><tr><th><p>Name</p></th><th><p>Count</p></th></tr><tr><td><p>Meter</p></td><td align="right"><p>12</p></td></tr></tbody></table>',
    )
    expect(
      pasted(
        '<style><!--.xl65 {color:black;font-weight:700;}--></style><table><tr><td class=xl65>Name</td><td></td></tr><tr><td>a</td><td class=xl65>b</td></tr></table>',
      ),
    ).toBe(
      '<table><tbody><tr><th><p>Name</p></th><th><p></p></th></tr><tr><td><p>a</p></td><td><p><strong>b</strong></p></td></tr></tbody></table>',
    )
  })

  it('keep bold text if every row has it', () => {
    expect(pasted('<table><tr><td><b>a</b></td></tr><tr><td><b>b</b></td></tr></table>')).not.toContain('<th>')
  })
})

describe('pasted code', () => {
  it('loses the page controls around it', () => {
    expect(
      pasted(
        '<pre><div><div>bash</div><div><div>Copy code</div></div><div><code class="whitespace-pre! language-bash"><span>npm i\n</span><span>npm start\n</span></code></div></div></pre>',
      ),
    ).toBe('<pre><code class="language-bash">npm i\nnpm start</code></pre>')
  })

  it('gets its language from the markup of each program', () => {
    const sql = '<pre><code class="language-sql">x</code></pre>'
    expect(pasted('<pre data-language="sql"><code>x</code></pre>')).toBe(sql)
    expect(pasted('<div class="highlight highlight-source-sql"><pre>x</pre></div>')).toBe(sql)
    expect(pasted('<pre data-syntaxhighlighter-params="brush: sql; gutter: false">x</pre>')).toBe(sql)
  })

  it('from a code editor becomes one block', () => {
    expect(
      pasted(
        `<div style="font-family: Menlo, Monaco, 'Courier New', monospace;white-space: pre;"><div><span>f() {</span></div><div><span>  g()</span></div><br><div>}</div></div>`,
      ),
    ).toBe('<pre><code>f() {\n  g()\n\n}</code></pre>')
  })
})

describe('pasted boxes and links', () => {
  const callout = (kind: string, words: string) => `<div data-type="callout" data-kind="${kind}"><p>${words}</p></div>`

  it.each([
    ['<aside>\n💡 Mind <strong>it</strong>\n</aside>', callout('tip', '💡 Mind <strong>it</strong>')],
    ['<div data-panel-type="info"><p>Mind it</p></div>', callout('info', 'Mind it')],
    ['<div data-panel-type="error"><p>Mind it</p></div>', callout('danger', 'Mind it')],
    [
      '<div class="markdown-alert markdown-alert-caution"><p class="markdown-alert-title"><svg></svg>Caution</p><p>Mind it</p></div>',
      callout('danger', 'Mind it'),
    ],
    [
      '<div class="confluence-information-macro confluence-information-macro-note"><div><p>Mind it</p></div></div>',
      callout('warning', 'Mind it'),
    ],
    ['<div data-type="callout" data-callout-type="success"><p>Mind it</p></div>', callout('tip', 'Mind it')],
    [
      '<details><summary>Head</summary>\n\ninner\n</details>',
      '<details><summary><p>Head</p></summary><p>inner</p></details>',
    ],
    [
      '<div data-node-type="expand" data-title="Head"><p>inner</p></div>',
      '<details><summary><p>Head</p></summary><p>inner</p></details>',
    ],
  ])('%j', (html, expected) => {
    expect(pasted(html)).toBe(expected)
  })

  it('keep their direct target, without a second underline', () => {
    expect(
      pasted(
        '<p><a href="https://www.google.com/url?q=https://halden.example/x%3Fy&amp;sa=D" style="text-decoration:none"><span style="text-decoration:underline;">link</span></a> <a href="#_ftn1">[1]</a></p>',
      ),
    ).toBe(
      '<p><a href="https://halden.example/x?y" target="_blank" rel="noopener noreferrer nofollow">link</a> [1]</p>',
    )
  })
})

describe('pasted Markdown', () => {
  const markdown = (text: string) => pasted(marked.parse(text, { async: false, gfm: true }))

  it.each([
    ['# Title', '<h1>Title</h1>'],
    ['a **b** *c* `d` ~~e~~', '<p>a <strong>b</strong> <em>c</em> <code>d</code> <s>e</s></p>'],
    ['> quoted', '<blockquote><p>quoted</p></blockquote>'],
    ['```sql\nselect 1\n```', '<pre><code class="language-sql">select 1</code></pre>'],
    ['---', '<hr>'],
    ['1. a\n2. b', '<ol><li><p>a</p></li><li><p>b</p></li></ol>'],
    ['[x](https://a.b)', '<p><a href="https://a.b" target="_blank" rel="noopener noreferrer nofollow">x</a></p>'],
    ['[x](javascript:alert(1))', '<p>x</p>'],
  ])('%j', (text, html) => {
    expect(markdown(text)).toBe(html)
  })

  it('has tables and task lists', () => {
    expect(markdown('|a|b|\n|-|:-:|\n|1|2|')).toBe(
      '<table><tbody><tr><th><p>a</p></th><th align="center"><p>b</p></th></tr><tr><td><p>1</p></td><td align="center"><p>2</p></td></tr></tbody></table>',
    )
    expect(markdown('- [x] done\n- [ ] open')).toMatch(
      /data-type="taskList".*data-checked="true".*<p>done<\/p>.*data-checked="false".*<p>open<\/p>/,
    )
  })

  it('executes nothing that it contains', () => {
    expect(markdown('<img src=x onerror=alert(1)>\n\n<script>alert(1)</script>\n\n[a](data:text/html,x)')).not.toMatch(
      /img|script|data:/,
    )
  })

  it.each([
    '# Title\n\nwords',
    'Intro\n\n## Part\n\nwords',
    '- one\n- two',
    '1. one\n2. two',
    '- [ ] task',
    '```\ncode\n```',
    '| a | b |\n| --- | --- |\n| 1 | 2 |',
    'see [this](https://a.b)',
    'a **bold** word',
    '> quoted',
  ])('is known by its signs: %j', (text) => {
    expect(looksLikeMarkdown(text)).toBe(true)
  })

  it.each([
    'plain words, nothing else',
    '# remark\nPORT=3000\n# another\nHOST=x',
    '- a lone dash',
    'a * b * c',
    '2 > 1',
    '5 - 3 = 2',
    '[not a link] (x)',
    'a ** b ** c',
    'https://a.b/c_d_e',
  ])('is not seen in %j', (text) => {
    expect(looksLikeMarkdown(text)).toBe(false)
  })
})
