import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { refuse } from '../../../test/fake-server.ts'
import { openPage } from '../../../test/open-page.tsx'
import { button, dialog, expectVisible, menuItem, person } from '../../../test/person.ts'

/** A recording of a few frames, made by the browser. */
async function recordFile(): Promise<File> {
  const canvas = document.createElement('canvas')
  const brush = canvas.getContext('2d')
  const recorder = new MediaRecorder(canvas.captureStream(30), { mimeType: 'video/webm;codecs=vp8' })
  const recorded = new Promise<Blob>((resolve) => (recorder.ondataavailable = ({ data }) => resolve(data)))
  recorder.start()
  for (let frame = 0; frame < 5; frame++) {
    brush?.fillRect(frame, 0, 10, 10)
    await new Promise(requestAnimationFrame)
  }
  recorder.stop()
  return new File([await recorded], 'meter-reading.webm', { type: 'video/webm' })
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
