import { newKey } from '@knowreel/shared/identity/ids.ts'
import { type NoteJson, type NoteNode, noteSize, withBlockKeys } from '@knowreel/shared/note/note-document.ts'
import { noteJsonToHtml } from '@knowreel/shared/note/note-html.ts'
import { noteSchema } from '@knowreel/shared/note/note-schema.ts'
import { noteJsonToText } from '@knowreel/shared/note/note-text.ts'
import { anyNote, paragraphNote } from '@knowreel/shared/note/note.fixture.ts'
import { prosemirrorJSONToYDoc, yXmlFragmentToProseMirrorRootNode } from '@tiptap/y-tiptap'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as Y from 'yjs'
import { htmlToNoteJson } from './html/html-to-note.ts'
import {
  documentSize,
  documentToNoteJson,
  noteDocumentFrom,
  noteJsonToState,
  replaceDocumentContent,
} from './note-yjs.ts'

const documentOf = (note: NoteJson): Y.Doc => noteDocumentFrom({ snapshot: noteJsonToState(note), updates: [] })
/** With default attribute values, and marks in the schema's order. */
const complete = (note: NoteJson): unknown => noteSchema.nodeFromJSON(note).toJSON()
const doc = (...content: NoteNode[]): NoteJson => ({ type: 'doc', content })

describe('a note', () => {
  it('is unchanged by a round trip through HTML', async () => {
    await fc.assert(
      fc.asyncProperty(anyNote, async (random) => {
        const note = withBlockKeys(random, newKey)
        const html = noteJsonToHtml(note)
        const back = await htmlToNoteJson(html)
        expect(back).toEqual(complete(note))
        expect(noteJsonToHtml(back)).toBe(html)
      }),
      { numRuns: 300 },
    )
  })

  it.each([
    '<p>beside</p><div data-type="columns"><div data-type="column"><p>in</p></div></div>',
    '<div>beside</div><div>in</div>',
    'beside<div data-type="columns"><div data-type="column"><p>in</p></div></div>',
    '<label><input type="checkbox"><span></span></label><p>beside</p><div data-type="columns"><div data-type="column"><p>in</p></div></div>',
    '<label><input type="checkbox"><span></span></label><div><p>beside</p><div data-type="columns"><div data-type="column"><p>in</p></div></div></div>',
    '<div><p>in</p></div><p>beside</p>',
  ])('loses no word of a task that another program wrote: %s', async (item) => {
    const html = `<ul data-type="taskList"><li data-type="taskItem" data-checked="false">${item}</li></ul>`
    const text = noteJsonToText(await htmlToNoteJson(html))
    expect(text.split(/\s+/).filter(Boolean).toSorted()).toEqual(['beside', 'in'])
  })

  it('is unchanged by a round trip through its shared document', () => {
    fc.assert(
      fc.property(anyNote, (note) => {
        const document = documentOf(note)
        expect(complete(documentToNoteJson(document))).toEqual(complete(note))
        expect(noteJsonToHtml(documentToNoteJson(document))).toBe(noteJsonToHtml(note))
        expect(documentSize(document)).toBe(noteSize(note))
      }),
    )
  })

  it('is seeded in the form that the editor reads and writes', () => {
    fc.assert(
      fc.property(anyNote, (note) => {
        const read = yXmlFragmentToProseMirrorRootNode(documentOf(note).getXmlFragment('default'), noteSchema)
        expect(read.toJSON()).toEqual(complete(note))
        const written = prosemirrorJSONToYDoc(noteSchema, note, 'default')
        expect(complete(documentToNoteJson(written))).toEqual(complete(note))
      }),
    )
  })

  it('equals the replacement after it was replaced', () => {
    fc.assert(
      fc.property(anyNote, anyNote, (before, after) => {
        const document = documentOf(before)
        replaceDocumentContent(document, after)
        expect(noteJsonToHtml(documentToNoteJson(document))).toBe(noteJsonToHtml(after))
        expect(replaceDocumentContent(document, after)).toBe(false)
      }),
    )
  })

  it('keeps blocks that a replacement does not change', () => {
    const document = documentOf(paragraphNote('first', 'second', 'third'))
    const [first, , third] = document.getXmlFragment('default').toArray()
    replaceDocumentContent(document, paragraphNote('first', 'new', 'and more', 'third'))
    const now = document.getXmlFragment('default').toArray()
    expect(now).toHaveLength(4)
    expect(now[0]).toBe(first)
    expect(now[3]).toBe(third)
  })
})

describe('a note with nodes, marks and attributes of a newer version', () => {
  const newer = doc(
    {
      type: 'banner',
      attrs: { kind: 'info', list: [1, { deep: true }] },
      content: [{ type: 'paragraph', content: [{ type: 'text', text: 'kept' }] }],
    },
    {
      type: 'paragraph',
      attrs: { newAttribute: 'x' },
      content: [{ type: 'text', text: 'a', marks: [{ type: 'comment', attrs: { id: 7 } }] }],
    },
    { type: 'video', attrs: { src: 'y' } },
  )

  it('keeps them in the shared document', () => {
    expect(documentToNoteJson(documentOf(newer))).toEqual(newer)
  })

  it('keeps them when another part is replaced', () => {
    const document = documentOf(newer)
    const longer = doc(...(newer.content ?? []), { type: 'paragraph' })
    replaceDocumentContent(document, longer)
    expect(documentToNoteJson(document)).toEqual(longer)
  })

  it('shows their text', () => {
    expect(noteJsonToHtml(newer)).toBe('<div data-unknown="banner">kept</div><p>a</p><div data-unknown="video"></div>')
    expect(noteJsonToText(newer)).toBe('kept\na')
  })
})

describe('a shared document written by a hostile client', () => {
  it('becomes a note that JSON and the database can store', () => {
    const document = new Y.Doc()
    const element = new Y.XmlElement('paragraph')
    element.insert(0, [new Y.XmlText('a\u0000b\ud800c')])
    const values: Record<string, unknown> = {
      key: 'x\u0000',
      big: 1n,
      bytes: new Uint8Array(3),
      not: Number.NaN,
      deep: { list: ['\u0000'] },
    }
    for (const [name, value] of Object.entries(values)) element.setAttribute(name, value as string)
    document.getXmlFragment('default').insert(0, [element, new Y.XmlText('bare')])
    const note = documentToNoteJson(document)
    expect(JSON.stringify(note)).not.toContain('\\u0000')
    expect(note).toEqual(
      doc(
        {
          type: 'paragraph',
          attrs: { key: 'x', deep: { list: [''] } },
          content: [{ type: 'text', text: 'ab\ufffdc' }],
        },
        { type: 'text', text: 'bare' },
      ),
    )
    expect(noteJsonToHtml(note)).toBe('<p>ab\ufffdc</p>bare')
  })

  it('is read at any depth', () => {
    const document = new Y.Doc()
    let parent: Y.XmlFragment | Y.XmlElement = document.getXmlFragment('default')
    for (let depth = 0; depth < 3_000; depth += 1) {
      const child = new Y.XmlElement('blockquote')
      parent.insert(0, [child])
      parent = child
    }
    expect(documentSize(document)).toBe(6_002)
    expect(noteJsonToHtml(documentToNoteJson(document))).toContain('<blockquote>')
  })
})

describe('external HTML', () => {
  it.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '<svg onload=alert(1)>',
    '<svg><script>alert(1)</script></svg>',
    '<svg><animate onbegin=alert(1) attributeName=x dur=1s>',
    '<math><mi//xlink:href="data:x,<script>alert(1)</script>">',
    '<a href="javascript:alert(1)">x</a>',
    '<a href="JaVaScRiPt:alert(1)">x</a>',
    '<a href=" javascript:alert(1)">x</a>',
    '<a href="java&#10;script:alert(1)">x</a>',
    '<a href="java&Tab;script:alert(1)">x</a>',
    '<a href="&#1;javascript:alert(1)">x</a>',
    '<a href="data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==">x</a>',
    '<a href="vbscript:msgbox(1)">x</a>',
    '<a href="https://a.b" onclick="alert(1)" style="position:fixed">x</a>',
    '<a href="https://a.b" target="_top" rel="opener">x</a>',
    '<iframe src="javascript:alert(1)"></iframe>',
    '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
    '<iframe src="https://www.youtube.com/embed/dQw4w9WgXcQ" srcdoc="<script>alert(1)</script>" onload="alert(1)" title="&lt;script&gt;alert(1)&lt;/script&gt;"></iframe>',
    '<div data-type="embed" onclick="alert(1)"><a href="https://youtu.be/dQw4w9WgXcQ?&quot;onload=&quot;alert(1)" onclick="alert(1)"><img src=x onerror=alert(1)>x</a><script>alert(1)</script></div>',
    '<div data-type="embed"><a href="javascript:alert(1)//www.youtube.com/embed/dQw4w9WgXcQ">x</a></div>',
    '<object data="javascript:alert(1)"></object><embed src="javascript:alert(1)">',
    '<form action="javascript:alert(1)"><input type=submit><button formaction="javascript:alert(1)">x</button></form>',
    '<p onmouseover="alert(1)" style="background:url(javascript:alert(1))">x</p>',
    '<p data-key="&quot;><script>alert(1)</script>">x</p>',
    "<pre data-key='x\" onload=\"alert(1)'><code class='language-\"><img/src/onerror=alert(1)>'>x</code></pre>",
    '<table><tr><td colspan="1 onload=alert(1)" colwidth="<script>">x</td></tr></table>',
    '<table background="javascript:alert(1)"><td>x</td></table>',
    '<ol start="1 onload=alert(1)" type="<script>"><li>x</li></ol>',
    '<style>@import "javascript:alert(1)"</style><link rel=stylesheet href="javascript:alert(1)">',
    '<meta http-equiv="refresh" content="0;url=javascript:alert(1)"><base href="javascript:alert(1)//">',
    '<template><img src=x onerror=alert(1)></template>',
    '<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>',
    '<!--><img src=x onerror=alert(1)>-->',
    '<![CDATA[<img src=x onerror=alert(1)>]]>',
    '<textarea></textarea><img src=x onerror=alert(1)>',
    '<title><img src=x onerror=alert(1)></title>',
    '&lt;script&gt;alert(1)&lt;/script&gt;',
    '<p>&amp;lt;script&amp;gt;alert(1)</p>',
    '<<script>script>alert(1)<</script>/script>',
    '<div data-unknown="x"><script>alert(1)</script></div>',
    '<li data-type="taskItem" data-checked="true onload=alert(1)"><div><img src=x onerror=alert(1)></div></li>',
    '<p data-align="center;x:url(javascript:alert(1))" data-indent="30 onload=alert(1)">x</p>',
    '<p><span data-color="red;background:url(javascript:alert(1))" style="--ink:url(javascript:alert(1))">x</span></p>',
    '<p><span data-color="#fff" style="position:fixed;inset:0" onclick="alert(1)">x</span></p>',
    '<p><span data-font="Lato;}<script>alert(1)</script>" data-size="18 onload=alert(1)">x</span></p>',
    '<p><mark data-color="#ff0&quot; onload=&quot;alert(1)" style="background:url(javascript:alert(1))">x</mark></p>',
    '<p><span data-mention="javascript:alert(1)" data-label="<img src=x onerror=alert(1)>">x</span></p>',
    '<p><span data-mention="0193cf0a-0000-7000-8000-000000000001" data-label="<img src=x onerror=alert(1)>">x</span></p>',
    '<div data-type="columns" data-layout="x&quot; onload=&quot;alert(1)"><div data-type="column"><svg onload=alert(1)></div></div>',
    '<div data-type="column" onclick="alert(1)"><script>alert(1)</script></div>',
    '<table style="position:fixed"><colgroup><col style="width:expression(alert(1))" width="9 onload=1"></colgroup><tr><td colwidth="9e9,x">y</td></tr></table>',
    '<p><img data-src="https://evil.example/x.png" src="data:image/svg+xml,<svg onload=alert(1)>" alt="javascript:"></p>',
    '<p><img src="/files/images/0b/0193cf0a-1111-4111-8111-00000000000b.png" onerror="alert(1)" onload=alert(1) style="position:fixed" srcset="https://evil.example/x.png 2x" width="9;x:url(javascript:alert(1))" data-display="x onload=alert(1)"></p>',
    '<p><img src="/files/images/0b/0193cf0a-1111-4111-8111-00000000000b.png/../../x?javascript:" alt="x"></p>',
    '<span data-type="image" style="background:url(javascript:alert(1))"><img src=x onerror=alert(1)></span>',
    '<div data-type="fileAttachment" data-url="javascript:alert(1)" data-name="<img src=x onerror=alert(1)>"><svg onload=alert(1)></div>',
    '<div data-type="fileAttachment" data-url="/files/attachments/0b/0193cf0a-1111-4111-8111-00000000000b.bin" data-name="&lt;img src=x onerror=alert(1)&gt;" data-kind="x onload=alert(1)" data-ext="<script>" data-size="9e9 onload=1" data-time="javascript:" data-id="<b>"></div>',
    '<div data-type="callout" data-kind="x&quot; onload=&quot;alert(1)" data-callout-type="<script>" onclick="alert(1)"><svg onload=alert(1)></div>',
    '<details open ontoggle="alert(1)" style="position:fixed"><summary onclick="alert(1)"><img src=x onerror=alert(1)></summary><script>alert(1)</script></details>',
    '<h2 id="x" data-key="aaaaaaaaaaaaaaaa" onclick="alert(1)"><img src=x onerror=alert(1)>x</h2><nav data-type="tableOfContents" onclick="alert(1)"><a href="javascript:alert(1)">x</a><script>alert(1)</script></nav>',
    '<p>\u0000<scr\u0000ipt>alert(1)</scr\u0000ipt></p>',
  ])('gives nothing that runs: %s', async (html) => {
    const result = noteJsonToHtml(await htmlToNoteJson(html))
    const tags = [...result.matchAll(/<([^>]*)>/g)].map(([, inside]) => inside ?? '')
    const allowed =
      /^(\/?(p|h[1-5]|pre|code|ul|ol|li|table|tbody|colgroup|col|tr|td|th|blockquote|details|summary|nav|hr|br|strong|em|u|s|mark|span|div|a|img)|input type="checkbox" disabled( checked)? aria-label="[\w ]+")( (id|data-key|data-level|data-space|data-type|data-checked|data-layout|data-align|data-indent|data-color|data-font|data-size|data-mention|data-label|data-src|data-display|data-kind|data-id|data-url|data-name|data-ext|data-size|data-time|data-part|alt|title|width|height|class|start|type|colspan|rowspan|colwidth|align|href|target|rel)="[^"<>]*"| style="(--(ink|tone):#[0-9a-f]{3,6}|(min-)?width:\d+px|width:\d+px;aspect-ratio:\d+\/\d+)")*$/
    for (const tag of tags) expect(tag).toMatch(allowed)
    // Labels and text may contain anything.
    expect(tags.join(' ').replaceAll(/ (data-label|data-name|alt|title)="[^"]*"/g, '')).not.toMatch(
      /javascript|vbscript|data:|url\(|\son\w+=/i,
    )
    expect(tags.filter((tag) => tag.startsWith('a ') && !tag.startsWith('a href="#h-'))).toEqual(
      tags
        .filter((tag) => tag.startsWith('a ') && !tag.startsWith('a href="#h-'))
        .map(() => expect.stringContaining('rel="noopener noreferrer nofollow"')),
    )
  })

  it('keeps its images by their bare paths, also from signed URLs', async () => {
    const path = '/files/images/0b/0193cf0a-1111-4111-8111-00000000000b.png'
    const note = await htmlToNoteJson(`<p><img src="${path}?exp=1&amp;sig=x" width="-3" height="40" alt="a"></p>`)
    expect(note.content?.[0]?.content).toEqual([
      { type: 'image', attrs: { src: path, alt: 'a', title: null, width: null, height: 40, display: 'inline' } },
    ])
  })

  it('keeps the frames of allowed sites as embeds, and nothing of other frames', async () => {
    const frame = (attributes: string) => `<p>a <iframe ${attributes}></iframe> b</p>`
    const embeds = async (attributes: string) =>
      (await htmlToNoteJson(frame(attributes))).content
        ?.filter(({ type }) => type === 'embed')
        .map(({ attrs }) => attrs)
    expect(await embeds('src="//www.youtube.com/embed/dQw4w9WgXcQ?autoplay=1" title="Week 3"')).toEqual([
      { url: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ', title: 'Week 3' },
    ])
    expect(await embeds('src="https://player.vimeo.com/video/76979871" title="vimeo-player"')).toEqual([
      { url: 'https://vimeo.com/76979871', title: null },
    ])
    expect(await embeds('src="https://example.com/embed/dQw4w9WgXcQ"')).toEqual([])
    const note = await htmlToNoteJson('<div data-type="embed"><a href="https://example.com/">words</a></div>')
    expect(noteJsonToHtml(note)).toMatch(/^<p [^>]*><a href="https:\/\/example.com\/"[^>]*>words<\/a><\/p>$/)
  })

  it('keeps what the schema allows', async () => {
    const html = '<h2>Title</h2>\n<p>a <b>b</b>\n c</p><h6>six</h6><div>loose</div><ul><li>one</li></ul>'
    const note = await htmlToNoteJson(html)
    expect(noteJsonToText(note)).toBe('Title\na b c\nsix\nloose\none')
    expect(note.content?.map((node) => node.type)).toEqual([
      'heading',
      'paragraph',
      'paragraph',
      'paragraph',
      'bulletList',
    ])
  })

  it('gets a unique key for every block', async () => {
    const note = await htmlToNoteJson(
      '<p data-key="aaaaaaaaaaaaaaaa">x</p><p data-key="aaaaaaaaaaaaaaaa">y</p><p>z</p>',
    )
    const keys = note.content?.map((node) => node.attrs?.['key'])
    expect(keys?.[0]).toBe('aaaaaaaaaaaaaaaa')
    expect(new Set(keys).size).toBe(3)
  })

  it('becomes an empty paragraph when it is empty', async () => {
    expect(await htmlToNoteJson(' ')).toEqual(doc({ type: 'paragraph', attrs: { key: expect.any(String) } }))
  })

  it('is refused when nested deeper than a note allows, and kept completely up to that depth', async () => {
    for (const depth of [101, 150, 1500, 7000])
      await expect(htmlToNoteJson(`${'<blockquote>'.repeat(depth)}WORDS`)).rejects.toThrow('The note is too large')
    const note = await htmlToNoteJson(`${'<blockquote>'.repeat(98)}WORDS`)
    const document = noteDocumentFrom({ snapshot: noteJsonToState(note), updates: [] })
    expect(noteJsonToText(documentToNoteJson(document))).toBe('WORDS')
  })
})
