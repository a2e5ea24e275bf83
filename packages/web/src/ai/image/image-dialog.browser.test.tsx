/** The panel that draws pictures for a note. */
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import type { FakeSocket } from '../../../test/fake-socket.ts'
import { openPage } from '../../../test/open-page.tsx'
import { button, dialog, expectGone, expectVisible, field, heading, person } from '../../../test/person.ts'
import { openAiImageDialog } from '../ai.dialogs.ts'
import type { GeneratedImage } from './image-dialog.tsx'

const onePixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const message = (text: string) => page.getByRole('alert').filter({ hasText: text })

async function openDialog() {
  const { sockets } = await openPage('/', { answers: { 'session.ticket': { token: 'ticket' } } })
  await expectVisible(heading('How can I help?'))
  const inserted: GeneratedImage[] = []
  openAiImageDialog({
    articleId: '0193cf0a-0000-7000-8000-000000000001',
    onInsert: (image) => inserted.push(image),
  })
  await expectVisible(dialog('AI image'))
  const started = async (count = 1): Promise<FakeSocket> => {
    const find = () => sockets.filter(({ path, sent }) => path === '/socket/ai-image' && sent.length > 0)
    await expect.poll(() => find().length).toBe(count)
    return find().at(-1) as FakeSocket
  }
  return { inserted, started, sockets }
}

it('draws a picture in the chosen style, and inserts the one that is shown', async () => {
  const { inserted, started } = await openDialog()
  await person.fill(field('Prompt'), 'A gateway in the rain')
  await person.click(page.getByText('Comic book'))
  await person.click(button('Generate'))
  const first = await started()
  expect(first.sent[0]).toMatchObject({
    type: 'start',
    data: { prompt: 'A gateway in the rain', style: 'comic book' },
  })
  await expectVisible(button('Stop'))
  first.receive({ type: 'result', data: { image: onePixel } })
  await expectVisible(page.getByRole('img', { name: 'A gateway in the rain' }))

  await person.fill(field('Prompt'), 'A gateway in the sun')
  await person.click(button('Regenerate'))
  ;(await started(2)).receive({ type: 'result', data: { image: onePixel } })
  await expectVisible('2 of 2')
  await person.click(button('Previous'))
  await expectVisible('1 of 2')
  await person.click(button('Insert'))
  await expectGone(dialog('AI image'))
  expect(inserted.map(({ alt, file }) => [alt, file.type])).toEqual([['A gateway in the rain', 'image/png']])
})

it('refuses an empty prompt, and one of more than a thousand characters', async () => {
  const { sockets } = await openDialog()
  await person.click(button('Generate'))
  await expectVisible(message('Please enter a prompt'))
  await person.fill(field('Prompt'), 'x'.repeat(1001))
  await expect.element(field('Prompt')).toHaveAccessibleDescription('Image prompt should be less than 1000 characters')
  await person.click(button('Generate'))
  await expectVisible(message('Image prompt should be less than 1000 characters'))
  expect(sockets.some(({ path }) => path === '/socket/ai-image')).toBe(false)
})

it('shows why a picture could not be drawn, keeps the earlier one, and can be stopped silently', async () => {
  const { started, sockets } = await openDialog()
  await person.fill(field('Prompt'), 'A gateway')
  await person.click(button('Generate'))
  ;(await started()).receive({ type: 'result', data: { image: onePixel } })
  await expectVisible(page.getByRole('img', { name: 'A gateway' }))
  await person.click(button('Regenerate'))
  const failing = await started(2)
  failing.close(3002, 'Error occurred while generating the picture')
  await expectVisible(message('Error occurred while generating the picture'))
  await expectVisible(page.getByRole('img', { name: 'A gateway' }))
  await person.click(button('Regenerate'))
  const stopped = await started(3)
  await person.click(button('Stop'))
  await expect.poll(() => stopped.sent.at(-1)).toMatchObject({ type: 'cancel' })
  await expectVisible(button('Regenerate'))
  expect(sockets.filter(({ path }) => path === '/socket/ai-image')).toHaveLength(3)
})
