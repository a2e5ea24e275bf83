/** A note that contains everything a note may contain, in every script for which the renderer has fonts. */
import type { NoteJson, NoteMark, NoteNode } from '@knowreel/shared/note/note-document.ts'

export const text = (value: string, ...marks: (string | NoteMark)[]): NoteNode => ({
  type: 'text',
  text: value,
  ...(marks.length > 0 && { marks: marks.map((mark) => (typeof mark === 'string' ? { type: mark } : mark)) }),
})
export const paragraph = (...content: (string | NoteNode)[]): NoteNode => ({
  type: 'paragraph',
  content: content.map((one) => (typeof one === 'string' ? text(one) : one)),
})
const formatted = (attrs: Record<string, unknown>, ...content: (string | NoteNode)[]): NoteNode => ({
  ...paragraph(...content),
  attrs,
})
const heading = (level: number, value: string): NoteNode => ({
  type: 'heading',
  attrs: { level },
  content: [text(value)],
})
const list = (type: string, item: string, ...items: NoteNode[][]): NoteNode => ({
  type,
  content: items.map((content) => ({ type: item, content })),
})
const style = (attrs: Record<string, unknown>): NoteMark => ({ type: 'textStyle', attrs })
const cell = (value: string, attrs: Record<string, unknown> = {}, type = 'tableCell'): NoteNode => ({
  type,
  attrs,
  content: [paragraph(value)],
})
export const row = (...content: NoteNode[]): NoteNode => ({ type: 'tableRow', content })
export const code = (language: string | null, value: string): NoteNode => ({
  type: 'codeBlock',
  attrs: { language },
  content: [text(value)],
})
export const note = (...content: NoteNode[]): NoteJson => ({ type: 'doc', content })
const columns = (layout: string, ...content: NoteNode[][]): NoteNode => ({
  type: 'columns',
  attrs: { layout },
  content: content.map((blocks) => ({ type: 'column', content: blocks })),
})

const key = (at: number): string => `images/0${at}/0193cf0a-0000-7000-8000-00000000000${at}.png`
export const pictureKeys = [1, 2, 3, 4].map(key)
const image = (at: number, display: string, attrs: Record<string, unknown> = {}): NoteNode => ({
  type: 'image',
  attrs: { src: `/files/${pictureKeys[at]}`, display, ...attrs },
})

const buffer =
  'The gateway keeps the readings of the last six hours in a buffer of its own. When it restarts, the buffer is written to flash first, so nothing that a meter has sent is lost, as long as the light blinks amber before you pull the plug.'

export const everyNode: NoteJson = note(
  paragraph(buffer),
  { type: 'tableOfContents' },
  paragraph(
    'Marks: ',
    text('bold', 'bold'),
    ', ',
    text('italic', 'italic'),
    ', ',
    text('both', 'bold', 'italic'),
    ', ',
    text('underlined', 'underline'),
    ', ',
    text('struck', 'strike'),
    ', ',
    text('flush()', 'code'),
    ', ',
    text('a link', { type: 'link', attrs: { href: 'https://example.com/a?b=1' } }),
    ', ',
    text('marked', 'highlight'),
    ', ',
    text('marked green', { type: 'highlight', attrs: { color: '#b7ebc6' } }),
    ', ',
    text('red', style({ color: '#cc3a31' })),
    ', ',
    text('pale yellow', style({ color: '#ffe066' })),
    ', ',
    text('large', style({ fontSize: 18 })),
    ' and ',
    text('small', style({ fontSize: 10 })),
    ', ',
    text('with serifs', style({ fontFamily: 'Times New Roman' })),
    '. Ask ',
    { type: 'mention', attrs: { id: '0193cf0a-0000-7000-8000-000000000001', label: 'Tomasz Wójcik' } },
    { type: 'hardBreak' },
    'on a line of its own: 👍 😀 👨‍👩‍👧 🇺🇦 ❤️ 🔥.',
  ),
  heading(1, 'Before you begin'),
  paragraph(buffer),
  heading(2, 'What you need'),
  list(
    'bulletList',
    'listItem',
    [paragraph('A ladder'), list('bulletList', 'listItem', [paragraph('not of metal')], [paragraph('two people')])],
    [
      paragraph(
        'The key of the cabinet, which hangs in the office behind the door and must be back there by the evening of the same day',
      ),
    ],
  ),
  heading(3, 'In this order'),
  {
    ...list(
      'orderedList',
      'listItem',
      [paragraph('Third step')],
      [
        paragraph('Fourth step'),
        { ...list('orderedList', 'listItem', [paragraph('letter a')], [paragraph('letter b')]), attrs: { type: 'a' } },
      ],
    ),
    attrs: { start: 3 },
  },
  heading(4, 'To tick off'),
  {
    type: 'taskList',
    content: [
      { type: 'taskItem', attrs: { checked: true }, content: [paragraph('Open the cabinet')] },
      { type: 'taskItem', attrs: { checked: false }, content: [paragraph('Wait for the amber light')] },
    ],
  },
  heading(5, 'Places on the line'),
  formatted({ textAlign: 'center' }, 'In the middle'),
  formatted({ textAlign: 'right' }, 'At the right'),
  formatted({ textAlign: 'justify' }, `${buffer} ${buffer}`),
  formatted({ indent: 60 }, `Two steps in. ${buffer}`),
  { type: 'blockquote', content: [paragraph('If in doubt, leave it running.'), paragraph('— the field guide')] },
  ...['info', 'tip', 'warning', 'danger'].map((kind) => ({
    type: 'callout',
    attrs: { kind },
    content: [paragraph(`Of the kind ${kind}.`), list('bulletList', 'listItem', [paragraph('in a box')])],
  })),
  { type: 'toggle', content: [paragraph('What the light means'), paragraph(`Amber: it writes. ${buffer}`)] },
  code(
    'typescript',
    '// waits for the buffer\nexport async function restart(gateway: Gateway): Promise<void> {\n  const left = await gateway.buffer.flush({ timeoutMs: 120_000 })\n  if (left > 0) throw new Error(`${left} readings are not written`)\n}',
  ),
  {
    type: 'table',
    content: [
      row(cell('Model', {}, 'tableHeader'), cell('Buffer', {}, 'tableHeader'), cell('Restart', {}, 'tableHeader')),
      row(cell('GW-2', { rowspan: 2 }), cell('6 h', { align: 'right' }), cell('2 min')),
      row(cell('12 h', { align: 'right' }), cell('4 min')),
      row(cell('All others: see the list of the maker', { colspan: 2 }), cell('unknown')),
    ],
  },
  columns(
    'two-column',
    [heading(3, 'Before'), paragraph(buffer)],
    [heading(3, 'After'), paragraph('Check the light.'), list('bulletList', 'listItem', [paragraph('green: fine')])],
  ),
  columns('sidebar-left', [paragraph('In short')], [paragraph(buffer)]),
  columns('sidebar-right', [paragraph(buffer)], [paragraph('In short')]),
  { type: 'horizontalRule' },
  paragraph(image(0, 'float-left', { alt: 'The roof from the south', width: 240 }), `${buffer} ${buffer}`),
  paragraph(buffer),
  paragraph(image(1, 'float-right', { alt: 'The cabinet', width: 180 }), buffer),
  paragraph(
    'A small one ',
    image(2, 'inline', { alt: 'The light', width: 24 }),
    ' stands in the line, a wide one breaks it:',
  ),
  paragraph(image(3, 'break', { alt: 'The whole street', width: 900 })),
  paragraph('One that is gone: ', image(0, 'inline', { src: '/files/gone', alt: 'Front of the gateway' })),
  {
    type: 'fileAttachment',
    attrs: {
      id: '0193cf0a-0000-7000-8000-000000000002',
      url: '/files/attachments/02/0193cf0a-0000-7000-8000-000000000002.bin',
      name: 'Wiring diagram.pdf',
      ext: 'pdf',
      size: 1_843_200,
    },
  },
  {
    type: 'embed',
    attrs: { url: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ', title: 'How the gateway restarts' },
  },
  { type: 'embed', attrs: { url: `https://vimeo.com/76979871?share=${'a'.repeat(200)}` } },
  heading(2, 'اللغة العربية'),
  paragraph('هذا نص عربي مع كلمة English في الوسط.'),
  list('bulletList', 'listItem', [paragraph('البند الأول')], [paragraph('البند الثاني')]),
  paragraph('שלום עולם, זה טקסט בעברית.'),
  paragraph('网关在重启之前会把缓冲区写入闪存。日本語のテキスト。'),
  paragraph('Українська: ґрунт, їжак. Ελληνικά: καλημέρα. Tiếng Việt: xin chào.'),
  paragraph(`https://example.com/${'a'.repeat(150)}`),
  { type: 'banner', content: [paragraph('Text of a node that nobody knows')] },
)
