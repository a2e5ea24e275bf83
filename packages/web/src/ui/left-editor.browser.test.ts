import { expect, it } from 'vitest'
import { openPage, runWhenClosed } from '../../test/open-page.tsx'
import { expectVisible, heading, person } from '../../test/person.ts'

it('runs no one-key command within a second of leaving an editor', async () => {
  await openPage('/')
  await expectVisible(heading('How can I help?'))
  const ran: number[] = []
  const watch = ({ key, defaultPrevented, timeStamp }: KeyboardEvent) => {
    if (key === '?' && defaultPrevented) ran.push(timeStamp)
  }
  window.addEventListener('keydown', watch)
  const editor = document.createElement('div')
  editor.contentEditable = 'true'
  document.body.append(editor)
  runWhenClosed(() => {
    window.removeEventListener('keydown', watch)
    editor.remove()
  })

  editor.focus()
  await person.type('note')
  const leftAt = performance.now()
  editor.blur()
  await expect
    .poll(
      async () => {
        await person.press('?')
        return ran.length
      },
      { interval: 100 },
    )
    .toBeGreaterThan(0)
  expect((ran[0] ?? 0) - leftAt).toBeGreaterThan(990)
})
