import { expect, it } from 'vitest'
import { openNoteEditor } from '../../test/open-note-editor.tsx'
import { noteTextClass } from './note-text.tsx'

it('shows text at 16 px, in the editor and to readers', async () => {
  const { text } = await openNoteEditor('<p>word</p><ul><li><p>word</p></li></ul>')
  const reader = document.createElement('div')
  reader.className = noteTextClass
  reader.innerHTML = '<p>word</p><ul><li><p>word</p></li></ul>'
  document.body.append(reader)
  for (const container of [text.element(), reader])
    for (const paragraph of container.querySelectorAll('p')) expect(getComputedStyle(paragraph).fontSize).toBe('16px')
  reader.remove()
})
