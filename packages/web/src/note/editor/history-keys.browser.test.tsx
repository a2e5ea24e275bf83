import { expect, it } from 'vitest'
import { openNoteEditor } from '../../../test/open-note-editor.tsx'
import { person } from '../../../test/person.ts'

/** With Shift, the key is "Z"; on macOS and with Caps Lock, it is "z". */
it.each(['Control+Shift+Z', 'Control+Shift+z', 'Control+y'])(
  '%s redoes, and changes nothing when there is nothing to redo',
  async (redo) => {
    const { editor } = await openNoteEditor('<p></p>')
    editor.commands.focus(1)
    await expect.poll(() => editor.isFocused).toBe(true)
    await person.type('AAA')
    await person.press(redo)
    await person.type('B')
    await expect.poll(() => editor.getText()).toBe('AAAB')
    await person.press('Control+z')
    await expect.poll(() => editor.getText()).not.toBe('AAAB')
    await person.press(redo)
    await expect.poll(() => editor.getText()).toBe('AAAB')
    await person.press(redo, 'Control+End')
    await person.type('C')
    await expect.poll(() => editor.getText()).toBe('AAABC')
  },
)
