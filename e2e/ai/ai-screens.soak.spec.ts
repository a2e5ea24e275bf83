/** The screens of AI at three widths in both themes, and what the sources of an answer open. */
import type { Page } from '@playwright/test'
import { buildArticle } from '../../packages/server/src/article/article.builder.ts'
import { buildWorkspace } from '../../packages/server/src/workspace/workspace.builder.ts'
import { recordSpokenDraft, test } from '../support/ai-company.ts'
import { checkScreen, collectConsoleErrors } from '../support/check-screen.ts'
import { expect } from '../support/people.ts'

const sentence = 'Hold the reset key of the gateway for ten seconds.'
const filler = Array.from({ length: 60 }, (_, n) => `Step ${n} describes what to check on site.`).join('\n')
/** Where the page is left. */
const desktop = { width: 1440, height: 900 }
const widths = [390, 820, 1440]

function reply(body: { messages: readonly { content: string }[] }): string {
  const text = body.messages.map(({ content }) => content).join('\n')
  if (text.includes('You write search queries')) return '{"queries":["reset gateway","restart modem"]}'
  // One source is a sentence, the other a second; in which order depends on the search.
  if (text.includes('You answer questions'))
    return 'Hold the **reset key** for ten seconds [1]. Then restart the modem [2].'
  return 'The gateway does not work.'
}

const waitForSearch = (page: Page, word: string, found: RegExp) =>
  expect(async () => {
    const search = page.getByRole('combobox', { name: /Search|Ask/ })
    await search.fill('')
    await search.fill(word)
    await expect(page.getByRole('option', { name: found }).first()).toBeVisible({ timeout: 1500 })
  }).toPass()

async function ask(page: Page, question: string): Promise<void> {
  await page.keyboard.press('/')
  const search = page.getByRole('combobox', { name: /Search|Ask/ })
  await search.fill(question)
  await search.press('Enter')
}

test('an answer says whether its article still holds, and its sources open the sentence and the second', async ({
  db,
  createCompany,
  server,
  useModel,
}) => {
  const company = await createCompany({ owner: { firstName: 'Ines', lastName: 'Okafor' } })
  const model = await useModel(company)
  model.reply = reply
  const workspace = await buildWorkspace(db, { company, title: 'Support runbooks', visibility: 'organization' })
  const note = await buildArticle(db, {
    workspace,
    author: company.owner,
    title: 'Reset a gateway',
    textTabs: [{ title: 'Steps', text: `${filler}\n${sentence}\n${filler}` }],
  })
  await db
    .insertInto('article_reviews')
    .values({ article_id: note.id, owner_id: company.owner.id, review_at: '2026-01-31', every_months: 6 })
    .execute()
  const draft = await recordSpokenDraft({ db, baseURL: server.baseURL, company, workspaceId: workspace.id })
  const page = await company.owner.open(`/draft/${draft.shortId}`, { viewport: desktop, reducedMotion: 'reduce' })
  const complaints = collectConsoleErrors(page)
  await page.getByRole('button', { name: 'Publish options' }).click()
  await page.getByRole('menuitem', { name: 'Publish without notification' }).click()
  await expect(page).toHaveURL(/\/b\//)
  await page.keyboard.press('/')
  await waitForSearch(page, 'restart the modem', /Restart the modem/)
  await waitForSearch(page, 'reset key', /reset key/)
  await page.keyboard.press('Escape')

  await ask(page, 'How do I reset the gateway and restart the modem?')
  const sources = page.getByRole('region', { name: 'Summarised from these articles' })
  await expect(sources.getByText('Still true? Review overdue since 31 January 2026')).toBeVisible()
  const problems = await checkScreen(page, { name: 'answer-with-sources', widths, selector: '[role="dialog"]' })
  await sources.getByRole('link', { name: new RegExp(sentence) }).click()
  await expect(page.getByText(sentence)).toBeInViewport()
  expect(await page.evaluate(() => [...CSS.highlights.keys()])).toContain('note-found')

  await ask(page, 'How do I reset the gateway and restart the modem?')
  await sources.getByRole('link', { name: /modem.*0:30/ }).click()
  await expect(page).toHaveURL(/\/video.*t=30/)
  await expect(page.getByRole('slider', { name: 'Position' })).toHaveAttribute('aria-valuenow', '30')

  model.reply = (body) => (JSON.stringify(body).includes('You write search') ? '{"queries":["zebra"]}' : '')
  await ask(page, 'Xylophone zebra?')
  await expect(page.getByText('I found nothing about this in what you can read')).toBeVisible()
  problems.push(...(await checkScreen(page, { name: 'answer-nothing', widths, selector: '[role="dialog"]' })))
  expect(problems).toEqual([])
  expect(complaints).toEqual([])
})

test('writer, pictures, translation, offer, review and settings', async ({ db, createCompany, server, useModel }) => {
  const company = await createCompany({ owner: { firstName: 'Ines', lastName: 'Okafor' } })
  const model = await useModel(company)
  model.reply = reply
  const workspace = await buildWorkspace(db, { company, title: 'Support runbooks', visibility: 'organization' })
  const draft = await recordSpokenDraft({ db, baseURL: server.baseURL, company, workspaceId: workspace.id })
  const page = await company.owner.open(`/draft/${draft.shortId}`, { viewport: desktop, reducedMotion: 'reduce' })
  const complaints = collectConsoleErrors(page)
  const problems: string[] = []
  const check = async (name: string, selector?: string, at: readonly number[] = widths) =>
    problems.push(...(await checkScreen(page, { name, widths: at, ...(selector && { selector }) })))

  await expect(page.getByText('Title, summary and paragraphs for this recording?')).toBeVisible()
  await check('structure-offer', undefined, [1440])

  await page.getByText('Notes', { exact: true }).click()
  const editor = page.getByRole('textbox', { name: 'Checklist' })
  await editor.getByText('Look first, then act.').dblclick({ position: { x: 20, y: 12 } })
  await page.getByRole('toolbar', { name: 'Formatting' }).getByRole('button', { name: 'Ask AI' }).click()
  const writer = page.getByRole('dialog', { name: 'Ask AI' })
  await check('writer', '[role="dialog"]')
  await writer.getByRole('button', { name: 'Simplify' }).click()
  await expect(writer.getByRole('textbox', { name: 'Generated text' })).toHaveValue('The gateway does not work.')
  await check('writer-preview', '[role="dialog"]')
  await writer.getByRole('button', { name: 'Insert', exact: true }).click()
  await expect(editor).toContainText('The gateway does not work.')

  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await page.keyboard.type('/AI image')
  await page.keyboard.press('Enter')
  const picture = page.getByRole('dialog', { name: 'AI image' })
  await picture.getByRole('textbox', { name: 'Prompt' }).fill('A gateway beside a meter')
  await check('ai-image', '[role="dialog"]')
  await picture.getByRole('button', { name: 'Generate' }).click()
  await expect(picture.getByRole('button', { name: 'Insert', exact: true })).toBeEnabled()
  await picture.getByRole('button', { name: 'Insert', exact: true }).click()
  await expect(editor.getByRole('img')).toBeVisible()

  await page.getByRole('button', { name: 'Publish options' }).click()
  await page.getByRole('menuitem', { name: 'Publish without notification' }).click()
  await expect(page).toHaveURL(/\/b\//)
  await page.getByRole('button', { name: 'Review date' }).click()
  const review = page.getByRole('dialog', { name: 'Still true?' })
  await expect(review.getByRole('combobox', { name: 'Owner' })).toHaveValue('Ines Okafor')
  await check('review-dialog', '[role="dialog"]')
  await review.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: /^Review .*: review$/ }).click()
  await page.getByRole('menuitem', { name: 'Still true' }).click()
  await expect(page.getByRole('button', { name: /^Confirmed .*: review$/ })).toBeVisible()
  await check('review-chip')

  await page.goto('/settings/ai')
  await expect(page.getByRole('heading', { name: 'Usage' })).toBeVisible()
  await check('ai-settings')
  expect(problems).toEqual([])
  expect(complaints).toEqual([])
})
