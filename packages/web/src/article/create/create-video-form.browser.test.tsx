import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { refuse } from '../../../test/fake-server.ts'
import { openPage } from '../../../test/open-page.tsx'
import { button, dialog, expectVisible, menuItem, person } from '../../../test/person.ts'

/** A recording made by the browser, with at least two encoded pieces: a loaded machine encodes nothing in a few frames. */
async function recordFile(): Promise<File> {
  const canvas = document.createElement('canvas')
  const brush = canvas.getContext('2d')
  const recorder = new MediaRecorder(canvas.captureStream(30), { mimeType: 'video/webm;codecs=vp8' })
  const pieces: Blob[] = []
  recorder.ondataavailable = ({ data }) => data.size > 0 && pieces.push(data)
  const stopped = new Promise((resolve) => (recorder.onstop = resolve))
  recorder.start(50)
  for (let frame = 0; pieces.length < 2; frame++) {
    brush?.fillRect(frame % 200, 0, 10, 10)
    await new Promise(requestAnimationFrame)
  }
  recorder.stop()
  await stopped
  return new File(pieces, 'meter-reading.webm', { type: 'video/webm' })
}

it('focuses the file button, and shows the picture of the chosen file', async () => {
  await openPage('/', { answers: { 'videoUpload.url': refuse('too_many_uploads') } })
  await person.click(page.getByRole('banner').getByRole('button', { name: 'Create' }))
  await person.click(menuItem('Create an article'))
  await person.click(dialog().getByRole('button', { name: /Upload video/ }))
  await expect.element(button('Choose a file')).toHaveFocus()

  const chosen = new DataTransfer()
  chosen.items.add(await recordFile())
  const input = document.querySelector<HTMLInputElement>('[role=dialog] input[type=file]')
  if (input) input.files = chosen.files
  input?.dispatchEvent(new Event('change', { bubbles: true }))
  await expectVisible(dialog().getByText('meter-reading.webm'))
  const picture = () => document.querySelector<HTMLVideoElement>('[role=dialog] video')
  await expect.poll(() => picture()?.readyState ?? 0).toBeGreaterThanOrEqual(2)
})
