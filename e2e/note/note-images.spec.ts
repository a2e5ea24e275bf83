/** Images in notes: inserted, aligned, resized, copied and read. */
import type { Page } from '@playwright/test'
import { picture } from '../../packages/server/src/file/image/picture.fixture.ts'
import { collectConsoleErrors, checkScreen } from '../support/check-screen.ts'
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

const bar = (page: Page, name: string) => page.getByRole('toolbar', { name })

test('an image is uploaded from the slash menu, resized by pointer and keys, and enlarged for reading @soak', async ({
  db,
  createCompany,
}) => {
  const company = await createCompany()
  const { page, article } = await openEditor({ db, company })
  const complaints = collectConsoleErrors(page)
  await slash(page, 'imag', 'Image')
  const dialog = page.getByRole('dialog', { name: 'Insert an image' })
  await expect(dialog.getByText('Drop a jpeg or png here')).toBeVisible()
  await choose(page, 'Choose images', { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('x') })
  await expect(dialog.getByRole('alert')).toHaveText('Only images are allowed')
  await choose(page, 'Choose images', [
    { name: 'wide.png', mimeType: 'image/png', buffer: await picture('png', 1200, 600) },
    { name: 'tall.webp', mimeType: 'image/webp', buffer: await picture('webp', 300, 600) },
  ])
  await expect(dialog).toBeHidden()
  await expect(pictures(editor(page))).toHaveCount(2)
  await expect(uploads(page)).toHaveCount(0)
  const [wide, tall] = [pictures(editor(page)).first(), pictures(editor(page)).last()]
  await isLoaded(wide.locator('img'))
  expect(await wide.boundingBox()).toMatchObject({ width: 200, height: 100 })
  expect(await tall.boundingBox()).toMatchObject({ width: 200, height: 400 })

  await wide.click()
  await expect(bar(page, 'Image')).toBeVisible()
  const handle = wide.getByRole('slider', { name: 'Width of the picture, right edge' })
  const box = await handle.boundingBox()
  if (!box) throw new Error('There is no handle')
  await page.mouse.move(box.x + 10, box.y + box.height / 2)
  await page.mouse.down()
  await page.mouse.move(box.x + 110, box.y + 20, { steps: 4 })
  await page.mouse.up()
  expect(await wide.boundingBox()).toMatchObject({ width: 300, height: 150 })
  await page.keyboard.press('Control+z')
  expect(await wide.boundingBox()).toMatchObject({ width: 200, height: 100 })

  await wide.click()
  await handle.focus()
  for (const key of ['ArrowRight', 'ArrowRight', 'Shift+ArrowRight']) await page.keyboard.press(key)
  await expect(handle).toHaveAttribute('aria-valuenow', '270')
  await page.keyboard.press('Home')
  await expect(handle).toHaveAttribute('aria-valuenow', '20')
  await page.keyboard.press('End')
  const most = Number(await handle.getAttribute('aria-valuemax'))
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Enter')
  await expect(editor(page)).toBeFocused()
  expect(Math.round((await wide.boundingBox())?.width ?? 0)).toBe(most - 10)

  await bar(page, 'Image').getByRole('button', { name: 'Alternative text and title' }).click()
  await page.getByRole('textbox', { name: 'Alternative text' }).fill('A gateway in its rack')
  await page.getByRole('textbox', { name: 'Title', exact: true }).last().fill('Hall 3')
  await page.keyboard.press('Enter')
  await expect(wide.locator('img')).toHaveAttribute('alt', 'A gateway in its rack')
  expect(complaints).toEqual([])

  await publish(page)
  const reader = await (await company.join()).open(page.url())
  const readerComplaints = collectConsoleErrors(reader)
  const asked: string[] = []
  reader.on('request', (request) => request.url().endsWith('/api/image/url') && asked.push(request.postData() ?? ''))
  await reader.reload()
  await isLoaded(pictures(reader).first().locator('img'))
  await isLoaded(pictures(reader).last().locator('img'))
  expect(asked.length).toBeLessThanOrEqual(2)
  expect(await reader.locator('html').innerHTML()).toContain(`data-src="/files/images/`)
  const stored = await page.request.get(`/api/article/${article.id}`, {
    headers: { authorization: `Bearer ${company.owner.token}` },
  })
  expect(await stored.text()).toMatch(/\/files\/images\/(?!.*sig=)/)

  await reader.getByRole('button', { name: 'Open the picture: A gateway in its rack' }).click()
  const large = reader.getByRole('dialog')
  await isLoaded(large.locator('img'))
  await expect(large.getByText('1 of 2')).toBeVisible()
  expect(await checkScreen(reader, { name: 'picture-large', widths: [1280, 390], selector: '[role=dialog]' })).toEqual(
    [],
  )
  await reader.keyboard.press('ArrowRight')
  await expect(large.getByText('2 of 2')).toBeVisible()
  await reader.keyboard.press('Escape')
  await expect(large).toBeHidden()
  await expect(reader.getByRole('button', { name: 'Open the picture: A gateway in its rack' })).toBeFocused()
  expect(readerComplaints).toEqual([])
})

test('an image inserted at the end of the visible note is scrolled into view @soak', async ({ db, createCompany }) => {
  const company = await createCompany()
  const { page } = await openEditor({ db, company }, { width: 1440, height: 420 })
  for (const line of ['One.', 'Two.', 'Three.']) {
    await page.keyboard.press('Enter')
    await page.keyboard.type(line)
  }
  await slash(page, 'imag', 'Image')
  const tall = { name: 'tall.png', mimeType: 'image/png', buffer: await picture('png', 300, 300) }
  await choose(page, 'Choose images', tall)
  await isLoaded(pictures(editor(page)).locator('img'))
  await expect(pictures(editor(page))).toBeInViewport({ ratio: 0.95 })
})

test('an image URL is fetched by the server, and a wrong URL is refused @soak', async ({ db, createCompany }) => {
  const company = await createCompany()
  const { page } = await openEditor({ db, company })
  await slash(page, 'imag', 'Image')
  const dialog = page.getByRole('dialog', { name: 'Insert an image' })
  await dialog.getByRole('tab', { name: 'URL' }).click()
  const address = dialog.getByRole('textbox', { name: 'Address of the image' })
  await address.fill('not an address')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('Please enter the correct url')).toBeVisible()
  // The server refuses to fetch URLs inside the installation.
  await address.fill(new URL('/logo.png', page.url()).href)
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('Please enter the correct url')).toBeVisible()

  // Tests must not depend on an external host: the image that the server would fetch is sent to it as a file.
  const content = await picture('jpeg', 640, 480)
  await page.route('**/api/image/upload?*', async (route) => {
    expect(route.request().postDataJSON()).toEqual({ url: 'https://pictures.example/hall.jpg' })
    const answer = await page.request.post(route.request().url(), {
      headers: { authorization: (await route.request().allHeaders())['authorization'] ?? '' },
      multipart: { file: { name: 'hall.jpg', mimeType: 'image/jpeg', buffer: content } },
    })
    await route.fulfill({ response: answer })
  })
  await address.fill('https://pictures.example/hall.jpg')
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(pictures(editor(page))).toHaveCount(1)
  await isLoaded(pictures(editor(page)).locator('img'))
  expect(await pictures(editor(page)).boundingBox()).toMatchObject({ width: 200, height: 150 })
})

test('an image is shown inline, on its own line or beside the text, for readers and editors alike @soak', async ({
  db,
  createCompany,
}) => {
  const company = await createCompany()
  const words = 'A gateway that was restarted takes a minute until it answers again. '.repeat(12)
  const list = '<ul><li><p>Look at the lamp.</p></li><li><p>Wait for green.</p></li></ul>'
  const { page } = await openEditor({ db, company })
  const complaints = collectConsoleErrors(page)
  const html = `<p>${words}</p>${list}<p>${words}</p>`
  await bring(editor(page), 'paste', [], { texts: { 'text/html': html, 'text/plain': words } })
  await expect(editor(page).locator('li')).toHaveCount(2)
  await page.keyboard.press('Control+Home')
  await bring(editor(page), 'paste', [
    { name: 'shot.png', mimeType: 'image/png', buffer: await picture('png', 600, 450) },
  ])
  const shown = pictures(editor(page))
  await isLoaded(shown.locator('img'))
  await shown.click()
  for (const [label, display, float] of [
    ['On its own line', 'break', 'none'],
    ['Right of the text', 'float-right', 'right'],
    ['Inline', 'inline', 'none'],
    ['Left of the text', 'float-left', 'left'],
  ] as const) {
    await bar(page, 'Image').getByRole('button', { name: label }).click()
    await expect(shown).toHaveAttribute('data-display', display)
    expect(await shown.evaluate((element) => getComputedStyle(element).float)).toBe(float)
  }
  expect(await checkScreen(page, { name: 'note-files-selected', widths: [1440] })).toEqual([])
  await editor(page).blur()
  expect(await checkScreen(page, { name: 'note-files-editor', widths: [1440, 820, 390] })).toEqual([])
  await page.setViewportSize({ width: 390, height: 844 })
  await shown.click()
  await page.getByRole('toolbar').getByRole('button', { name: 'Alternative text and title' }).click()
  const form = page.getByRole('form', { name: 'Alternative text and title' })
  await form.getByRole('textbox', { name: 'Alternative text' }).fill('A gateway')
  await form.getByRole('textbox', { name: 'Title' }).fill('Hall 4')
  await form.getByRole('button', { name: 'Done' }).click()
  await expect(shown.locator('img')).toHaveAttribute('title', 'Hall 4')
  await editor(page).blur()
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.emulateMedia({ colorScheme: 'light' })

  const replaced = await picture('jpeg', 300, 300)
  await shown.click()
  await bar(page, 'Image').getByRole('button', { name: 'Replace' }).click()
  await choose(page, 'Choose an image', { name: 'new.jpg', mimeType: 'image/jpeg', buffer: replaced })
  await expect(shown.locator('img')).toHaveAttribute('data-src', /\.jpg$/)
  expect(await shown.boundingBox()).toMatchObject({ width: 200, height: 200 })
  await slash(page, 'file', 'File')
  await choose(page, 'Choose files', [
    { name: 'Rack plan.pdf', mimeType: 'application/pdf', buffer: Buffer.alloc(4_200_000) },
    { name: 'Counts 2026.xlsx', mimeType: '', buffer: Buffer.alloc(82_000) },
  ])
  await expect(cards(editor(page))).toHaveCount(2)
  expect(complaints).toEqual([])

  await publish(page)
  await isLoaded(pictures(page).locator('img'))
  await page.mouse.move(0, 0)
  expect(await checkScreen(page, { name: 'note-files-read', widths: [1440, 820, 390] })).toEqual([])
  // On narrow screens the image keeps its width, with the text below it.
  expect((await pictures(page).boundingBox())?.width).toBe(200)
  const beside = await page
    .locator('article p')
    .first()
    .evaluate((paragraph) => {
      const range = document.createRange()
      range.selectNodeContents(paragraph)
      const floor = paragraph.querySelector('[data-type=image]')?.getBoundingClientRect().bottom ?? 0
      range.setStartAfter(paragraph.querySelector('[data-type=image]') ?? paragraph)
      return [...range.getClientRects()].filter(({ top, width }) => width > 0 && top < floor).length
    })
  expect(beside).toBe(0)
})

test('an image copied into another article is shown only to people who have access to it @soak', async ({
  db,
  createCompany,
}) => {
  const company = await createCompany()
  const { page } = await openEditor({ db, company })
  const png = { name: 'shot.png', mimeType: 'image/png', buffer: await picture('png', 400, 200) }
  await bring(editor(page), 'paste', [png])
  await isLoaded(pictures(editor(page)).locator('img'))
  const path = await pictures(editor(page)).locator('img').getAttribute('data-src')

  const stranger = await createCompany()
  const { page: theirs } = await openEditor({ db, company: stranger })
  await bring(editor(theirs), 'paste', [], {
    texts: { 'text/html': `<p>Mine now: <img src="${path}" alt="Theirs"></p>` },
  })
  await expect(pictures(editor(theirs))).toHaveCount(1)
  await expect(pictures(editor(theirs)).locator('img')).not.toHaveAttribute('src')

  const { page: second } = await openEditor({ db, company })
  await bring(editor(second), 'paste', [], { texts: { 'text/html': `<p>Also: <img src="${path}"></p>` } })
  await isLoaded(pictures(editor(second)).locator('img'))
})
