/** Notes with images and attachments, inserted as people do. */
import type { Locator, Page } from '@playwright/test'
import { buildArticle } from '../../packages/server/src/article/article.builder.ts'
import { buildWorkspace } from '../../packages/server/src/workspace/workspace.builder.ts'
import { expect, type Company, type Person } from './people.ts'

export const editor = (page: Page) => page.getByRole('textbox', { name: 'Note' }).and(page.locator('[contenteditable]'))
export const pictures = (within: Page | Locator) => within.locator('[data-type=image]')
export const cards = (within: Page | Locator) => within.locator('[data-type=fileAttachment]')
export const uploads = (page: Page) => page.getByRole('group', { name: /^Upload of/ })
export const isLoaded = (image: Locator) =>
  expect
    .poll(() => image.evaluate((element: HTMLImageElement) => element.complete && element.naturalWidth > 0))
    .toBe(true)

type Found = { db: Parameters<typeof buildWorkspace>[0]; company: Company; lines?: string; person?: Person }

export async function openEditor(
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

export async function slash(page: Page, typed: string, name: string): Promise<void> {
  await page.keyboard.press('Control+End')
  await page.keyboard.press('Enter')
  await page.keyboard.type(`/${typed}`)
  await expect(page.getByRole('option', { name })).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
}

export async function choose(page: Page, button: string, files: GivenFile | GivenFile[]): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('dialog').getByRole('button', { name: button }).click()
  await (await chooser).setFiles(files)
}

/** A paste or drop that carries files, as the operating system delivers it to the page. */
export async function bring(
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

export async function publish(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Publish( and notify)?$/ }).click()
  await expect(page.getByText('The article has been successfully published!')).toBeVisible()
}
