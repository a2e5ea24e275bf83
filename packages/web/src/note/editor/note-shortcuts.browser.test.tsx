import { expect, it } from 'vitest'
import { openNoteEditor } from '../../../test/open-note-editor.tsx'
import { loadPageShortcuts } from '../../ui/shortcuts/page-shortcuts.ts'

it('lists the keys of the editor and of its menus', async () => {
  await openNoteEditor('<p></p>')
  const [group] = await loadPageShortcuts()
  expect(group?.title).toBe('Writing')
  expect(Object.fromEntries(group?.rows.map(({ label, keys }) => [label, keys.join(' ')]) ?? [])).toEqual({
    Blocks: '/',
    People: '@',
    Emojis: ':',
    Bold: 'Ctrl B',
    Italic: 'Ctrl I',
    Underline: 'Ctrl U',
    Strikethrough: 'Ctrl Shift S',
    Code: 'Ctrl E',
    Highlight: 'Ctrl Shift H',
    Link: 'Ctrl K',
    Text: 'Ctrl Alt 0',
    'Heading 1': 'Ctrl Alt 1',
    'Heading 2': 'Ctrl Alt 2',
    'Heading 3': 'Ctrl Alt 3',
    'Heading 4': 'Ctrl Alt 4',
    'Heading 5': 'Ctrl Alt 5',
    'Bulleted list': 'Ctrl Shift 8',
    'Numbered list': 'Ctrl Shift 7',
    'Task list': 'Ctrl Shift 9',
    'Increase indent': 'Tab',
    'Decrease indent': 'Shift Tab',
    Quote: 'Ctrl Shift B',
    'Code block': 'Ctrl Alt C',
    'Line break': 'Shift Enter',
    'Move up': 'Alt Shift ↑',
    'Move down': 'Alt Shift ↓',
    Duplicate: 'Ctrl Shift D',
    'Block menu': 'Ctrl /',
    'Go to the toolbar': 'Alt F10',
    Undo: 'Ctrl Z',
    Redo: 'Ctrl Shift Z',
  })
})
