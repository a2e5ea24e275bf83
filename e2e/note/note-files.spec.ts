/**
 * Images and attachments in notes: inserted in every way, aligned, resized, read, and intact after a lost connection.
 */
import { readFile } from 'node:fs/promises'
import { picture } from '../../packages/server/src/file/image/picture.fixture.ts'
import { expect, test } from '../support/people.ts'
import {
  editor,
  pictures,
  cards,
  uploads,
  isLoaded,
  openEditor,
  slash,
  choose,
  bring,
  publish,
} from '../support/note-files.fixture.ts'

test('images and files are inserted by paste and drop, and colleagues see them only when complete @soak', async ({
  db,
  createCompany,
}) => {
  const company = await createCompany()
  const { page } = await openEditor({ db, company, lines: 'Above.\nBelow.' })
  const other = await company.owner.open(page.url())
  await expect(editor(other)).toBeEditable()
  const png = { name: 'shot.png', mimeType: 'image/png', buffer: await picture('png', 400, 200) }

  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/api/image/upload?*', async (route) => {
    await held
    await route.continue()
  })
  await bring(editor(page), 'paste', [png])
  await expect(uploads(page).getByText('Uploading an image')).toBeVisible()
  // The placeholder moves with text that a colleague inserts before it; the colleague does not see the placeholder.
  await editor(other).locator('p').first().click()
  await other.keyboard.type('Colleague: ')
  await expect(editor(page)).toContainText('Colleague: ')
  await expect(uploads(other)).toHaveCount(0)
  await expect(pictures(editor(other))).toHaveCount(0)
  release()
  await expect(pictures(editor(page).locator('p').nth(1))).toHaveCount(1)
  await isLoaded(pictures(editor(other).locator('p').nth(1)).locator('img'))
  await page.unroute('**/api/image/upload?*')

  const first = await editor(page).locator('p').first().boundingBox()
  if (!first) throw new Error('There is no text')
  const pdf = { name: 'Rack plan.pdf', mimeType: 'application/pdf', buffer: Buffer.alloc(1_250_000, 'a') }
  await bring(editor(page), 'drop', [png, pdf], { at: { x: first.x + 2, y: first.y + 10 } })
  await expect(pictures(editor(page).locator('p').first())).toHaveCount(1)
  await expect(cards(editor(page))).toHaveText('Rack plan.pdf1.3 MB')
  expect(await editor(page).locator(':scope > *').nth(1).getAttribute('data-type')).toBe('fileAttachment')
  await expect(cards(editor(other))).toHaveText('Rack plan.pdf1.3 MB')

  // Pasting from a document includes its embedded image; an image from a local path of another machine is left out, and
  // the page reports it.
  await page.keyboard.press('Control+End')
  const html = `<p>From a document <img src="data:image/png;base64,${png.buffer.toString('base64')}" alt="Chart"> here<img src="file:///C:/x.png"></p>`
  await bring(editor(page), 'paste', [], { texts: { 'text/html': html, 'text/plain': 'From a document here' } })
  await expect(page.getByText('An image could not be copied')).toBeVisible()
  await expect(pictures(editor(page)).last().locator('img')).toHaveAttribute('alt', 'Chart')
  // Behind the picture at the end of the note there is an empty line.
  await expect(editor(page).locator('p').last()).toHaveText('From a document  here')
  await expect(pictures(editor(other))).toHaveCount(3)

  await publish(page)
  const reader = await (await company.join()).open(page.url())
  const download = reader.waitForEvent('download')
  await reader.getByRole('button', { name: 'Download Rack plan.pdf, 1.3 MB' }).click()
  const saved = await download
  expect(saved.suggestedFilename()).toBe('Rack plan.pdf')
  expect((await readFile(await saved.path())).length).toBe(1_250_000)
})

test('a file that is too large or of the wrong type is refused before it is sent @soak', async ({
  db,
  createCompany,
}) => {
  const company = await createCompany()
  const { page } = await openEditor({ db, company })
  await slash(page, 'file', 'File')
  const dialog = page.getByRole('dialog', { name: 'Insert a file' })
  await expect(dialog).toBeVisible()
  await dialog.evaluate((element) => {
    const data = new DataTransfer()
    data.items.add(new File([new Uint8Array(50_000_001)], 'large.zip'))
    const zone = element.querySelector('input[type=file]')?.parentElement
    zone?.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: data }))
  })
  await expect(dialog.getByRole('alert')).toHaveText('The maximum allowed file size is 50MB')
  await choose(page, 'Choose files', { name: 'README', mimeType: '', buffer: Buffer.from('words') })
  await expect(cards(editor(page))).toHaveText('README5 B')

  // The server detects a file that only claims to be an image, and its placeholder can be removed.
  await bring(editor(page), 'paste', [{ name: 'no.png', mimeType: 'image/png', buffer: Buffer.from('<svg/>') }])
  await expect(uploads(page).getByText('Only images are allowed')).toBeVisible()
  await expect(uploads(page).getByRole('button', { name: 'Try again' })).toBeHidden()
  await uploads(page).getByRole('button', { name: 'Remove' }).click()
  await expect(uploads(page)).toHaveCount(0)
  await expect(pictures(editor(page))).toHaveCount(0)
})

test('an interrupted upload resumes when the connection is back, and can be retried or cancelled', async ({
  db,
  createCompany,
}) => {
  const company = await createCompany()
  const { page } = await openEditor({ db, company })
  const png = { name: 'shot.png', mimeType: 'image/png', buffer: await picture('png', 400, 200) }
  await page.context().setOffline(true)
  await bring(editor(page), 'paste', [png])
  await expect(uploads(page).getByText('Please check your internet connection')).toBeVisible()
  await page.context().setOffline(false)
  await expect(pictures(editor(page))).toHaveCount(1)
  await expect(uploads(page)).toHaveCount(0)

  let isFailing = true
  await page.route('**/api/image/upload?*', (route) => (isFailing ? route.abort() : route.continue()))
  await bring(editor(page), 'paste', [png])
  await expect(uploads(page).getByRole('button', { name: 'Try again' })).toBeVisible()
  isFailing = false
  await uploads(page).getByRole('button', { name: 'Try again' }).click()
  await expect(pictures(editor(page))).toHaveCount(2)

  await page.unroute('**/api/image/upload?*')
  await page.route('**/api/image/upload?*', () => new Promise(() => {}))
  await bring(editor(page), 'paste', [png])
  await uploads(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(uploads(page)).toHaveCount(0)
  await expect(pictures(editor(page))).toHaveCount(2)
})
