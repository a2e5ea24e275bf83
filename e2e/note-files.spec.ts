/**
 * Images and attachments in notes: inserted in every way, aligned, resized, read, and intact after a lost connection.
 */
import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { buildArticle } from '../packages/server/src/article/article.builder.ts'
import { picture } from '../packages/server/src/file/image/picture.fixture.ts'
import { buildWorkspace } from '../packages/server/src/workspace/workspace.builder.ts'
import { collectConsoleErrors, checkScreen } from './support/check-screen.ts'
import { expect, test, type Company, type Person } from './support/people.ts'

const editor = (page: Page) => page.getByRole('textbox', { name: 'Note' }).and(page.locator('[contenteditable]'))
const pictures = (within: Page | Locator) => within.locator('[data-type=image]')
const cards = (within: Page | Locator) => within.locator('[data-type=fileAttachment]')
const uploads = (page: Page) => page.getByRole('group', { name: /^Upload of/ })
const bar = (page: Page, name: string) => page.getByRole('toolbar', { name })
const isLoaded = (image: Locator) =>
  expect
    .poll(() => image.evaluate((element: HTMLImageElement) => element.complete && element.naturalWidth > 0))
    .toBe(true)

type Found = { db: Parameters<typeof buildWorkspace>[0]; company: Company; lines?: string; person?: Person }

async function openEditor(
  { db, company, lines = 'First words.', person = company.owner }: Found,
  size = { width: 1440, height: 900 },
) {
  const workspace = await buildWorkspace(db, { company, title: 'Runbooks', visibility: 'organization' })
  const article = await buildArticle(db, { workspace, title: 'Restart a gateway', textTabs: [{ text: lines }] })
  const page = await person.open(`/article/${article.shortId}/edit`, { viewport: size })
  await expect(editor(page)).toBeEditable()
  await editor(page).click()
  await page.keyboard.press('Control+End')
  return { page, article, workspace }
}

type GivenFile = { name: string; mimeType: string; buffer: Buffer }

async function slash(page: Page, typed: string, name: string): Promise<void> {
  await page.keyboard.press('Control+End')
  await page.keyboard.press('Enter')
  await page.keyboard.type(`/${typed}`)
  await expect(page.getByRole('option', { name })).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
}

async function choose(page: Page, button: string, files: GivenFile | GivenFile[]): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('dialog').getByRole('button', { name: button }).click()
  await (await chooser).setFiles(files)
}

/** A paste or drop that carries files, as the operating system delivers it to the page. */
async function bring(
  target: Locator,
  kind: 'paste' | 'drop',
  files: readonly GivenFile[],
  more: { texts?: Record<string, string>; at?: { x: number; y: number } } = {},
): Promise<void> {
  const given = files.map(({ name, mimeType, buffer }) => ({ name, mimeType, content: buffer.toString('base64') }))
  await target.evaluate(
    (element, { kind: how, given: parts, texts, at }) => {
      const data = new DataTransfer()
      for (const [type, text] of Object.entries(texts)) data.setData(type, text)
      for (const { name, mimeType, content } of parts) {
        const bytes = Uint8Array.from(atob(content), (character) => character.charCodeAt(0))
        data.items.add(new File([bytes], name, { type: mimeType }))
      }
      const options = { bubbles: true, cancelable: true, clientX: at.x, clientY: at.y }
      element.dispatchEvent(
        how === 'paste'
          ? new ClipboardEvent('paste', { ...options, clipboardData: data })
          : new DragEvent('drop', { ...options, dataTransfer: data }),
      )
    },
    { kind, given, texts: more.texts ?? {}, at: more.at ?? { x: 0, y: 0 } },
  )
}

async function publish(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Publish( and notify)?$/ }).click()
  await expect(page.getByText('The article has been successfully published!')).toBeVisible()
}

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
