import { DOMParser } from '@tiptap/pm/model'
import { parseHTML } from 'linkedom'
import { marked } from 'marked'
import { describe, expect, it } from 'vitest'
import type { NoteJson } from '@knowreel/shared/note/note-document.ts'
import { noteJsonToHtml } from '@knowreel/shared/note/note-html.ts'
import { noteSchema } from '@knowreel/shared/note/note-schema.ts'
import { cleanPasted } from './clean-pasted.ts'
import { looksLikeMarkdown } from './markdown-signs.ts'

/** What a note would hold of pasted HTML. */
function pasted(html: string): string {
  const { document } = parseHTML('<!doctype html><html><body></body></html>')
  const root = document.createElement('div')
  root.innerHTML = html
  cleanPasted(root)
  return noteJsonToHtml(DOMParser.fromSchema(noteSchema).parse(root).toJSON() as NoteJson)
}

describe('what is pasted from Word', () => {
  const item = (level: number, marker: string, words: string) =>
    `<p class=MsoListParagraph style='text-indent:-.25in;mso-list:l0 level${level} lfo1'><![if !supportLists]><span style='font-family:Symbol'><span style='mso-list:Ignore'>${marker}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;</span></span></span><![endif]>${words}<o:p></o:p></p>`

  it('has real lists, nested by their levels', () => {
    expect(
      pasted(`${item(1, '·', 'one')}${item(2, 'o', 'inner')}${item(1, '·', 'two')}<p class=MsoNormal>after</p>`),
    ).toBe('<ul><li><p>one</p><ul><li><p>inner</p></li></ul></li><li><p>two</p></li></ul><p>after</p>')
    expect(pasted(`${item(1, '1.', 'first')}${item(1, '2.', 'second')}`)).toBe(
      '<ol><li><p>first</p></li><li><p>second</p></li></ol>',
    )
  })

  it('keeps bold and headings and loses fonts, sizes and empty lines', () => {
    expect(
      pasted(
        `<style>p.MsoNormal{margin:0}</style><p class=MsoTitle>Report</p><p class=MsoNormal><o:p>&nbsp;</o:p></p><p class=MsoNormal><span style='font-size:11.0pt;font-family:"Calibri";color:#1F497D'>a <b>b</b></span></p>`,
      ),
    ).toBe('<h1>Report</h1><p>a <strong>b</strong></p>')
  })
})

describe('what is pasted from Google Docs', () => {
  it('is not all bold, and has its lists nested', () => {
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

describe('what is pasted from Notion', () => {
  it('has its to-dos as task lists and the boxes not in the text', () => {
    const html = pasted(
      '<!-- notionvc: 1 --><ul><li>[ ] first</li><li>[x] second</li></ul><ul class="to-do-list"><li><div class="checkbox checkbox-on"></div> <span class="to-do-children-checked">third</span></li></ul>',
    )
    expect(html).toMatch(/data-checked="false".*<p>first<\/p>.*data-checked="true".*<p>second<\/p>/)
    expect(html).toMatch(/data-checked="true".*<p>third<\/p>/)
    expect(html).not.toContain('[')
  })
})

describe('Markdown', () => {
  const markdown = (text: string) => pasted(marked.parse(text, { async: false, gfm: true }))

  it.each([
    ['# Title', '<h1>Title</h1>'],
    ['a **b** *c* `d` ~~e~~', '<p>a <strong>b</strong> <em>c</em> <code>d</code> <s>e</s></p>'],
    ['> quoted', '<blockquote><p>quoted</p></blockquote>'],
    ['```sql\nselect 1\n```', '<pre><code class="language-sql">select 1</code></pre>'],
    ['---', '<hr>'],
    ['1. a\n2. b', '<ol><li><p>a</p></li><li><p>b</p></li></ol>'],
    ['[x](https://a.b)', '<p><a href="https://a.b" rel="noopener noreferrer nofollow">x</a></p>'],
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

  it('runs nothing that it carries', () => {
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
