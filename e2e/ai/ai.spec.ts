/** From a recording to paragraphs, notes and an answer, with a model that a company brings. */
import type { Page } from '@playwright/test'
import { buildWorkspace } from '../../packages/server/src/workspace/workspace.builder.ts'
import { recordSpokenDraft, test } from '../support/ai-company.ts'
import { checkScreen, collectConsoleErrors } from '../support/check-screen.ts'
import { expect } from '../support/people.ts'

const paragraphs = {
  title: 'Triage a meter that is offline',
  summary: 'How to find out whether a meter or its gateway is offline, and what to do.',
  paragraphs: [
    { title: 'Read the ticket', start: '0:00', level: 1 },
    { title: 'Check the heartbeat', start: '0:13', level: 1 },
    { title: 'Count the green bars', start: '0:19', level: 2 },
    { title: 'Restart the modem', start: '0:29', level: 1 },
  ],
}
const notes =
  '## Check the gateway\n\n1. Count the green bars [0:18]\n2. Restart the modem [0:30]\n\n[picture 0:30]\n\nWait until the lamp is green.'

function reply(body: { messages: readonly { content: string }[] }): string {
  const text = body.messages.map(({ content }) => content).join('\n')
  if (text.includes('You divide a recording')) return JSON.stringify(paragraphs)
  if (text.includes('You write notes')) return notes
  if (text.includes('You write search queries')) return '{"queries":["green bars heartbeat"]}'
  if (text.includes('You answer questions')) return 'Count the **green bars** of the heartbeat [1].'
  return 'The gateway does not work.'
}

const shell = (page: Page) => page.getByRole('main')

test('a recording becomes paragraphs, notes and an answer that opens where it was said @soak', async ({
  db,
  createCompany,
  server,
  useModel,
}) => {
  const company = await createCompany({ owner: { firstName: 'Ines', lastName: 'Okafor' } })
  const model = await useModel(company)
  model.reply = reply
  const workspace = await buildWorkspace(db, { company, title: 'Support runbooks', visibility: 'organization' })
  const draft = await recordSpokenDraft({ db, baseURL: server.baseURL, company, workspaceId: workspace.id })
  const page = await company.owner.open(`/draft/${draft.shortId}`, {
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
  })
  const complaints = collectConsoleErrors(page)

  await page.getByRole('button', { name: 'Smart paragraphs' }).click()
  const panel = page.getByRole('region', { name: 'Proposed paragraphs' })
  await expect(panel.getByText('0 added, 0 dropped')).toBeVisible()
  await page.keyboard.press('Tab')
  await panel.getByRole('button', { name: 'Add', exact: true }).click()
  const problems = await checkScreen(page, { name: 'paragraphs-proposed', widths: [1440] })
  await panel.getByRole('button', { name: 'Add the other 3' }).click()
  await panel.getByRole('button', { name: 'Use', exact: true }).click()
  await panel.getByRole('button', { name: 'Done' }).click()
  const tree = page.getByRole('region', { name: 'Paragraphs', exact: true }).getByRole('tree')
  await expect(tree.getByRole('treeitem')).toHaveCount(4)
  await expect(page.getByRole('textbox', { name: 'Title', exact: true })).toHaveValue(paragraphs.title)

  await page.getByRole('button', { name: 'Smart notes' }).click()
  const dialog = page.getByRole('dialog', { name: 'Smart notes' })
  await expect(dialog.getByRole('button', { name: 'Generate notes' })).toBeDisabled()
  await dialog.getByText('User manual').click()
  problems.push(...(await checkScreen(page, { name: 'smart-notes', widths: [820, 1440], selector: '[role="dialog"]' })))
  await dialog.getByRole('button', { name: 'Generate notes' }).click()
  await page.getByRole('button', { name: 'Open notes' }).click()
  const note = shell(page).getByRole('textbox', { name: 'User manual' })
  await expect(note.getByRole('img')).toBeVisible()
  problems.push(...(await checkScreen(page, { name: 'smart-notes-written', widths: [390, 820, 1440] })))
  await note.getByRole('link', { name: '0:30' }).click({ modifiers: ['ControlOrMeta'] })
  await expect(page.getByRole('slider', { name: 'Position' })).toHaveAttribute('aria-valuenow', '30')

  await page.getByRole('button', { name: 'Publish options' }).click()
  await page.getByRole('menuitem', { name: 'Publish without notification' }).click()
  await expect(page).toHaveURL(/\/b\//)
  await shell(page).getByRole('tab', { name: 'User manual' }).click()
  await shell(page).getByRole('link', { name: '0:30' }).click()
  await expect(page).toHaveURL(/\/video\?t=30$/)

  const search = page.getByRole('combobox', { name: /Search|Ask/ })
  await page.keyboard.press('/')
  await expect(async () => {
    await search.fill('green bars')
    await expect(page.getByRole('option', { name: /green bars/ }).first()).toBeVisible({ timeout: 1500 })
    await search.fill('')
  }).toPass()
  await search.fill('How many green bars are there?')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Count the green bars of the heartbeat')).toBeVisible()
  problems.push(...(await checkScreen(page, { name: 'answer', widths: [390, 820, 1440], selector: '[role="dialog"]' })))
  expect(problems).toEqual([])
  expect(complaints).toEqual([])
})
