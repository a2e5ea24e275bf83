import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { newKey } from '../identity/ids.ts'
import { EMPTY_NOTE, isEmptyNote, type NoteJson, type NoteNode, noteSize, withBlockKeys } from './note-document.ts'
import { fileSizeLabel, initialImageSize, noteAttachment, noteImage } from './note-files.ts'
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
  it("equals the editor's measure, for every note", () => {
    fc.assert(
      fc.property(anyNote, (note) => {
        expect(noteSize(note)).toBe(noteSchema.nodeFromJSON(note).nodeSize)
      }),
    )
  })
})

describe('a link', () => {
  it('ends with its text: text typed before or after it is not part of it', () => {
    const link = { type: 'link', attrs: { href: 'https://halden.io' } }
    const note = noteSchema.nodeFromJSON(doc(paragraph({ type: 'text', text: 'docs', marks: [link] })))
    const marksAt = (position: number) =>
      note
        .resolve(position)
        .marks()
        .map(({ type }) => type.name)
    expect([1, 3, 5].map(marksAt)).toEqual([[], ['link'], []])
  })
})

describe('every random note of the tests', () => {
  it('is valid in the schema', () => {
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
    expect(isEmptyNote(doc({ type: 'embed', attrs: { url: 'https://youtu.be/dQw4w9WgXcQ' } }))).toBe(false)
  })

  it('is not one that contains an unknown node', () => {
    expect(isEmptyNote(doc({ type: 'video', attrs: { src: 'x' } }))).toBe(false)
  })
})

describe('block keys', () => {
  it('are kept if valid, and created if missing, malformed or repeated', () => {
    const key = 'aaaaaaaaaaaaaaaa'
    const blocks = [{ key }, { key }, {}, { key: 'short' }].map((attrs) => ({ type: 'paragraph', attrs }))
    const keys = withBlockKeys(doc(...blocks), newKey).content?.map((node) => node.attrs?.['key'])
    expect(keys?.[0]).toBe(key)
    expect(new Set(keys).size).toBe(4)
    expect(keys).toEqual(keys?.map(() => expect.stringMatching(/^[\w-]{16}$/)))
  })
})

describe('the HTML of a note', () => {
  it('nests marks in canonical order, whatever their order', () => {
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

  it('contains only attributes of the schema with allowed values', () => {
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

  it('shows the text of an unknown node in a div that names it', () => {
    const unknown = { type: 'banner"><script>', content: [paragraph(text('first')), paragraph(text('<b>'))] }
    expect(noteJsonToHtml(doc(unknown))).toBe(
      '<div data-unknown="banner&quot;&gt;&lt;script&gt;">first\n&lt;b&gt;</div>',
    )
    const stamp = { type: 'stamp', content: [text('Ann')] }
    expect(noteJsonToHtml(doc(paragraph(text('to '), stamp)))).toBe('<p>to <span data-unknown="stamp">Ann</span></p>')
  })

  it('shows the text under an unknown mark', () => {
    expect(noteJsonToHtml(doc(paragraph(text('a', 'comment'), text('b', 'bold'))))).toBe('<p>a<strong>b</strong></p>')
  })

  it('handles notes of any nesting depth', () => {
    let node: NoteNode = paragraph(text('deep'))
    for (let depth = 0; depth < 5_000; depth += 1) node = { type: 'blockquote', content: [node] }
    expect(noteJsonToHtml(doc(node)).length).toBeGreaterThan(0)
  })
})

describe('colours, fonts, sizes, alignments, columns and mentions', () => {
  const id = '0193cf0a-0000-7000-8000-000000000001'
  const styled = (attrs: Record<string, unknown>): NoteJson =>
    doc(paragraph({ type: 'text', text: 'x', marks: [{ type: 'textStyle', attrs }] }))
  const htmlOf = (attrs: Record<string, unknown>) => noteJsonToHtml(styled(attrs))

  it('are written from the closed lists', () => {
    expect(htmlOf({ color: '#A1B2C3', fontFamily: 'PT Sans', fontSize: 18 })).toBe(
      '<p><span data-color="#a1b2c3" style="--ink:#a1b2c3" data-font="PT Sans" data-size="18">x</span></p>',
    )
    const block = { type: 'heading', attrs: { level: 4, textAlign: 'justify', indent: 210 } }
    expect(noteJsonToHtml(doc(block))).toBe('<h4 data-align="justify" data-indent="210"></h4>')
    expect(noteJsonToHtml(doc(paragraph({ type: 'mention', attrs: { id, label: 'Ann <b>' } })))).toBe(
      `<p><span data-mention="${id}" data-label="Ann &lt;b&gt;">@Ann &lt;b&gt;</span></p>`,
    )
    const column = { type: 'column', content: [paragraph(text('a'))] }
    expect(noteJsonToHtml(doc({ type: 'columns', attrs: { layout: 'sidebar-left' }, content: [column, column] }))).toBe(
      '<div data-type="columns" data-layout="sidebar-left"><div data-type="column"><p>a</p></div><div data-type="column"><p>a</p></div></div>',
    )
  })

  it.each([
    { color: 'red' },
    { color: '#12345' },
    { color: '#1234567' },
    { color: '#fff;background:url(https://evil.example)' },
    { color: 'url(javascript:alert(1))' },
    { color: 'var(--x)' },
    { color: { toString: 'x' } },
    { fontFamily: 'Comic Sans MS' },
    { fontFamily: 'Arial;}</style><script>alert(1)</script>' },
    { fontFamily: 'lato' },
    { fontSize: 0 },
    { fontSize: -10 },
    { fontSize: 13 },
    { fontSize: 99_999 },
    { fontSize: '10' },
  ])('are not accepted when the lists do not have them: %j', (attrs) => {
    expect(htmlOf(attrs)).toBe('<p>x</p>')
  })

  it.each([
    { textAlign: 'left' },
    { textAlign: 'center" onclick="x' },
    { indent: 0 },
    { indent: 15 },
    { indent: 240 },
    { indent: -30 },
    { indent: '30' },
    { indent: Number.NaN },
  ])('leave a block where it is otherwise: %j', (attrs) => {
    expect(noteJsonToHtml(doc({ type: 'paragraph', attrs }))).toBe('<p></p>')
  })

  it('name nobody if the mention is invalid, and have one of the three layouts', () => {
    const nobody = { type: 'mention', attrs: { id: '"><script>', label: '<i>Ann</i>' } }
    expect(noteJsonToHtml(doc(paragraph(nobody)))).toBe('<p><span>@&lt;i&gt;Ann&lt;/i&gt;</span></p>')
    expect(noteJsonToHtml(doc({ type: 'columns', attrs: { layout: '"><script>' } }))).toBe(
      '<div data-type="columns" data-layout="two-column"></div>',
    )
  })

  it('give a table the widths of its columns, and only valid widths', () => {
    const cell = (attrs: Record<string, unknown>) => ({ type: 'tableCell', attrs, content: [paragraph()] })
    const table = (...cells: NoteNode[]) => doc({ type: 'table', content: [{ type: 'tableRow', content: cells }] })
    expect(noteJsonToHtml(table(cell({ colwidth: [120] }), cell({ colspan: 2, colwidth: [90, 60] })))).toMatch(
      /^<table style="width:270px"><colgroup><col style="width:120px"><col style="width:90px"><col style="width:60px"><\/colgroup>/,
    )
    expect(noteJsonToHtml(table(cell({ colwidth: [120] }), cell({})))).toMatch(
      /^<table style="min-width:168px"><colgroup><col style="width:120px"><col><\/colgroup>/,
    )
    expect(noteJsonToHtml(table(cell({ colwidth: ['1px;color:red'] })))).toMatch(/^<table><tbody><tr><td><p>/)
    expect(noteJsonToHtml(table(cell({ colwidth: [1e9] })))).toMatch(/^<table><tbody>/)
  })

  it('are text by their names', () => {
    const note = doc(paragraph(text('to '), { type: 'mention', attrs: { id, label: ' Ann \n Lee ' } }, text('!')))
    expect(noteJsonToText(note)).toBe('to @Ann Lee!')
    expect(isEmptyNote(doc(paragraph({ type: 'mention', attrs: { id, label: 'Ann' } })))).toBe(false)
  })
})

describe('pictures and attachments', () => {
  const src = '/files/images/0b/0193cf0a-1111-4111-8111-00000000000b.png'
  const url = '/files/attachments/0b/0193cf0a-1111-4111-8111-00000000000b.bin'
  const image = (attrs: Record<string, unknown>) => noteJsonToHtml(doc(paragraph({ type: 'image', attrs })))
  const file = (attrs: Record<string, unknown>) => noteJsonToHtml(doc({ type: 'fileAttachment', attrs }))

  it('reserve their space in HTML and have the bare path, never a URL that shows them', () => {
    expect(image({ src, alt: 'A "chart"', title: 'Sales', width: 200, height: 150, display: 'float-left' })).toBe(
      `<p><span data-type="image" data-display="float-left" style="width:200px;aspect-ratio:200/150"><img data-src="${src}" alt="A &quot;chart&quot;" title="Sales" width="200" height="150" data-display="float-left"></span></p>`,
    )
    expect(image({ src })).toBe(
      `<p><span data-type="image" data-display="inline"><img data-src="${src}" alt="" data-display="inline"></span></p>`,
    )
    expect(image({ src: `${src}?exp=1&sig=x` })).not.toMatch(/exp=|sig=/)
    const known = { id: '0193cf0a-1111-4111-8111-00000000000b', time: '2026-11-21T21:30:00.000Z' }
    expect(file({ ...known, url, name: 'Plan <b>.pdf', ext: 'pdf', size: 1_250_000 })).toBe(
      `<div data-type="fileAttachment" data-kind="pdf" data-id="${known.id}" data-url="${url}" data-name="Plan &lt;b&gt;.pdf" data-ext="pdf" data-size="1250000" data-time="${known.time}"><span data-part="name">Plan &lt;b&gt;.pdf</span><span data-part="size">1.3 MB</span></div>`,
    )
  })

  it.each([
    'https://evil.example/pixel.png',
    '//evil.example/files/images/0b/0193cf0a-1111-4111-8111-00000000000b.png',
    'data:image/svg+xml,<svg onload=alert(1)>',
    'data:image/png;base64,AAAA',
    'blob:https://a.b/c',
    'javascript:alert(1)',
    `/x/..${src}`,
    `${src}/../x`,
    `${src}"onerror="alert(1)`,
    '/files/images/0c/0193cf0a-1111-4111-8111-00000000000b.svg',
    url,
    { toString: () => src },
    7,
  ])('are not kept from %s: only the words are left', (source) => {
    expect(image({ src: source, alt: 'words' })).toBe('<p>words</p>')
    expect(file({ url: source === url ? src : source, name: 'a' })).toBe(
      '<div data-type="fileAttachment" data-kind="other" data-name="a"><span data-part="name">a</span><span data-part="size"></span></div>',
    )
  })

  it.each([
    [200, 200],
    ['200', 200],
    ['200px', 200],
    [12.9, 12],
    [-1, null],
    [0, null],
    ['-30', null],
    [1e9, null],
    [Number.NaN, null],
    ['1;color:red', 1],
    [{}, null],
  ])('have whole pixels: %j is %j', (given, width) => {
    expect(noteImage({ width: given, height: given })).toMatchObject({ width, height: width })
  })

  it('are 200 pixels wide initially, with their proportions, and never larger than the original', () => {
    expect(initialImageSize({ width: 1600, height: 1200 })).toEqual({ width: 200, height: 150 })
    expect(initialImageSize({ width: 64, height: 32 })).toEqual({ width: 64, height: 32 })
    expect(initialImageSize({ width: 0, height: 0 })).toEqual({ width: 200, height: null })
    expect(initialImageSize({ width: 4000, height: 1 })).toEqual({ width: 200, height: 1 })
  })

  it('have one of four positions, and names that disguise nothing', () => {
    expect(image({ src, display: 'float-left"><script>' })).toContain('data-display="inline"')
    expect(noteAttachment({ name: 'a\u202egpj.exe\n' }).name).toBe('agpj.exe')
    expect(noteAttachment({ name: ' \u202e ' }).name).toBe('File')
    expect(noteAttachment({ name: 'x'.repeat(900) }).name).toHaveLength(200)
    expect(noteAttachment({ id: '<b>', ext: 'p df', size: -1, time: 'yesterday' })).toMatchObject({
      id: null,
      ext: null,
      size: null,
      time: null,
    })
  })

  it('show sizes in MB of 1,000,000 bytes', () => {
    expect([0, 999, 1000, 999_499, 999_500, 1_250_000, 9_949_999, 50_000_000].map(fileSizeLabel)).toEqual([
      '0 B',
      '999 B',
      '1 kB',
      '999 kB',
      '1.0 MB',
      '1.3 MB',
      '9.9 MB',
      '50 MB',
    ])
  })

  it('make a note non-empty and searchable by their text and names', () => {
    const note = doc(
      paragraph(text('See '), { type: 'image', attrs: { src, alt: 'Sales chart', title: 'Source: ERP' } }),
      { type: 'fileAttachment', attrs: { url, name: 'Plan.pdf' } },
    )
    expect(noteJsonToText(note)).toBe('See Sales chart Source: ERP\nPlan.pdf')
    expect(isEmptyNote(doc(paragraph({ type: 'image', attrs: { src } })))).toBe(false)
    expect(isEmptyNote(doc({ type: 'fileAttachment', attrs: { url } }))).toBe(false)
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
