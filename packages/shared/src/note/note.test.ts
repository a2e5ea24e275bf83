import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { newKey } from '../identity/ids.ts'
import { EMPTY_NOTE, isEmptyNote, type NoteJson, type NoteNode, noteSize, withBlockKeys } from './note-document.ts'
import { noteJsonToHtml } from './note-html.ts'
import { noteSchema } from './note-schema.ts'
import { noteJsonToText } from './note-text.ts'
import { anyNote, paragraphNote } from './note.fixture.ts'
import { parseDocumentName } from './note.protocol.ts'
import { safeHref } from './safe-href.ts'

const doc = (...content: NoteNode[]): NoteJson => ({ type: 'doc', content })
const text = (value: string, ...marks: string[]): NoteNode => ({
  type: 'text',
  text: value,
  marks: marks.map((type) => ({ type })),
})
const paragraph = (...content: NoteNode[]): NoteNode => ({ type: 'paragraph', content })

describe('the size of a note', () => {
  it('is what the editor measures, for every note', () => {
    fc.assert(
      fc.property(anyNote, (note) => {
        expect(noteSize(note)).toBe(noteSchema.nodeFromJSON(note).nodeSize)
      }),
    )
  })
})

describe('every random note of the tests', () => {
  it('is one the schema allows', () => {
    fc.assert(
      fc.property(anyNote, (note) => {
        expect(() => noteSchema.nodeFromJSON(note).check()).not.toThrow()
      }),
    )
  })
})

describe('an empty note', () => {
  it('has no letter, no rule and no table', () => {
    expect(isEmptyNote(EMPTY_NOTE)).toBe(true)
    expect(isEmptyNote(doc())).toBe(true)
    expect(isEmptyNote(doc(paragraph(text(' \u00a0 '))))).toBe(true)
    expect(isEmptyNote(paragraphNote('', 'a'))).toBe(false)
    expect(isEmptyNote(doc({ type: 'horizontalRule' }))).toBe(false)
  })

  it('is not one that holds a node of a newer version', () => {
    expect(isEmptyNote(doc({ type: 'video', attrs: { src: 'x' } }))).toBe(false)
  })
})

describe('block keys', () => {
  it('are kept where they are good and made where they are missing, malformed or doubled', () => {
    const key = 'aaaaaaaaaaaaaaaa'
    const blocks = [{ key }, { key }, {}, { key: 'short' }].map((attrs) => ({ type: 'paragraph', attrs }))
    const keys = withBlockKeys(doc(...blocks), newKey).content?.map((node) => node.attrs?.['key'])
    expect(keys?.[0]).toBe(key)
    expect(new Set(keys).size).toBe(4)
    expect(keys).toEqual(keys?.map(() => expect.stringMatching(/^[\w-]{16}$/)))
  })
})

describe('the HTML of a note', () => {
  it('nests marks in one order, whatever order they have', () => {
    const one = doc(paragraph(text('a', 'bold', 'italic'), text('b', 'italic', 'bold')))
    expect(noteJsonToHtml(one)).toBe('<p><strong><em>ab</em></strong></p>')
  })

  it('escapes text and attributes', () => {
    const link = { type: 'link', attrs: { href: 'https://x.y/"><img src=x onerror=alert(1)>', target: '_self' } }
    const html = noteJsonToHtml(
      doc(paragraph(text('<script>alert(1)</script>'), { type: 'text', text: 'x', marks: [link] })),
    )
    expect(html).not.toMatch(/<script|<img/)
    expect(html).toContain('&lt;script&gt;')
    expect(html).toContain('rel="noopener noreferrer nofollow"')
  })

  it('takes only attributes of the schema with values they may have', () => {
    const evil = {
      key: '"><b>',
      onclick: 'alert(1)',
      style: 'x',
      language: 'js" onload="alert(1)',
      level: 9,
      start: '1"',
    }
    const html = noteJsonToHtml(
      doc(
        { type: 'codeBlock', attrs: evil },
        { type: 'heading', attrs: evil },
        {
          type: 'orderedList',
          attrs: evil,
          content: [{ type: 'listItem', content: [{ type: 'paragraph', attrs: evil }] }],
        },
      ),
    )
    expect(html).toBe('<pre><code></code></pre><h1></h1><ol><li><p></p></li></ol>')
  })

  it('shows the text of a node it does not know, in a div that names it', () => {
    const unknown = { type: 'callout"><script>', content: [paragraph(text('first')), paragraph(text('<b>'))] }
    expect(noteJsonToHtml(doc(unknown))).toBe(
      '<div data-unknown="callout&quot;&gt;&lt;script&gt;">first\n&lt;b&gt;</div>',
    )
    const mention = { type: 'mention', content: [text('Ann')] }
    expect(noteJsonToHtml(doc(paragraph(text('to '), mention)))).toBe(
      '<p>to <span data-unknown="mention">Ann</span></p>',
    )
  })

  it('shows the text under a mark it does not know', () => {
    expect(noteJsonToHtml(doc(paragraph(text('a', 'comment'), text('b', 'bold'))))).toBe('<p>a<strong>b</strong></p>')
  })

  it('is made of a note nested to any depth', () => {
    let node: NoteNode = paragraph(text('deep'))
    for (let depth = 0; depth < 5_000; depth += 1) node = { type: 'blockquote', content: [node] }
    expect(noteJsonToHtml(doc(node)).length).toBeGreaterThan(0)
  })
})

describe('the text of a note', () => {
  it('has a line for every block', () => {
    const list = {
      type: 'bulletList',
      content: ['one', 'two'].map((item) => ({ type: 'listItem', content: [paragraph(text(item))] })),
    }
    const note = doc(
      paragraph(text('a', 'bold'), text('b')),
      list,
      paragraph(),
      paragraph(text('c'), { type: 'hardBreak' }, text('d')),
    )
    expect(noteJsonToText(note)).toBe('ab\none\ntwo\n\nc\nd')
  })
})

describe('the address of a link', () => {
  it.each(['https://a.b', 'HTTP://a.b', 'mailto:a@b.c', 'tel:+1', '/b/x', '#top', 'a/b:c', '?x=a:b', '//a.b'])(
    'may be %s',
    (href) => {
      expect(safeHref(href)).toBe(href)
    },
  )

  it.each([
    'javascript:alert(1)',
    ' JaVaScRiPt:alert(1)',
    'java\nscript:alert(1)',
    'java\u0000script:alert(1)',
    '\u0001javascript:alert(1)',
    'java\u200bscript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:x',
    'file:///etc/passwd',
    'blob:https://a.b/c',
    '',
    '  ',
    null,
    7,
  ])('may not be %j', (href) => {
    expect(safeHref(href)).toBeNull()
  })
})

describe('the name of a document', () => {
  const articleId = '0193cf0a-0000-7000-8000-000000000001'
  const tabId = 'AbCdEf0123456_-x'

  it('is an article, alone or with a tab', () => {
    expect(parseDocumentName(articleId)).toEqual({ articleId, tabId: null })
    expect(parseDocumentName(`${articleId}:${tabId}`)).toEqual({ articleId, tabId })
  })

  it.each([
    '',
    ':',
    `${articleId}:`,
    `${articleId}:short`,
    `${articleId}:${tabId}:x`,
    articleId.toUpperCase(),
    `x${articleId}`,
  ])('is not %j', (name) => {
    expect(parseDocumentName(name)).toBeNull()
  })
})
