/** What people find in a library of recordings, notes and drafts, at three widths in both themes. */
import { emptyResult } from '../../packages/shared/src/search/empty-result.ts'
import { newKey } from '../../packages/shared/src/identity/ids.ts'
import { buildArticle, buildDraft, type BuiltArticle } from '../../packages/server/src/article/article.builder.ts'
import type { Db } from '../../packages/server/src/platform/database/db.ts'
import { buildWorkspace } from '../../packages/server/src/workspace/workspace.builder.ts'
import { test, uploadSpokenRecording } from '../support/ai-company.ts'
import { checkScreen, collectConsoleErrors } from '../support/check-screen.ts'
import { expect, type Company } from '../support/people.ts'
import type { RunningServer } from '../support/server.ts'
import type { BrowserContextOptions, Page } from '@playwright/test'

const wide: BrowserContextOptions = { viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' }
const phone: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  reducedMotion: 'reduce',
  hasTouch: true,
  isMobile: true,
}
const devices = [
  { kind: 'desktop', options: wide, widths: [1440, 820] },
  { kind: 'phone', options: phone, widths: [390, 360] },
]
const seconds = 40
const asked = [
  'Who approves a firmware rollback?',
  'Why is a meter offline after an update?',
  'Where are the site keys?',
]
const sentences = {
  0: 'Open the ticket and read the address of the meter.',
  14: 'That is where heard from the meter, so it shows as offline until nearly ten.',
  28: 'Restart the modem, and wait until the lamp is green.',
}

type Fixtures = {
  readonly db: Db
  readonly server: RunningServer
  readonly createCompany: (overrides: {
    title: string
    owner: { firstName: string; lastName: string }
  }) => Promise<Company>
  readonly useModel: (company: Company) => Promise<unknown>
}
type Seeded = { company: Company; opened: { workspace: { shortId: string }; article: BuiltArticle }[] }

async function seed({ db, createCompany, server, useModel }: Fixtures): Promise<Seeded> {
  const company = await createCompany({ title: 'Halden Systems', owner: { firstName: 'Ines', lastName: 'Okafor' } })
  await useModel(company)
  const { owner } = company
  const jonas = await company.join({ firstName: 'Jonas', lastName: 'Lindqvist' })
  const build = (title: string) => buildWorkspace(db, { company, title, visibility: 'organization' })
  const [support, field, platform] = [
    await build('Support runbooks'),
    await build('Field installation'),
    await build('Platform engineering'),
  ]
  await build('Offline meters, Aalborg rollout')
  const videoId = await uploadSpokenRecording({ db, baseURL: server.baseURL, company }, seconds, sentences)
  const part = (title: string, from: number, to: number) => ({
    id: newKey(),
    title,
    tags: [],
    isExpanded: true,
    map: [{ videoId, in: from * 1000, dur: (to - from) * 1000 }],
    items: [],
  })
  const triage = await buildArticle(db, {
    workspace: support,
    author: owner,
    title: 'Triage a “meter offline” ticket in ten minutes',
    tags: ['meter-offline', 'gateway'],
    textTabs: [{ title: 'Checklist', text: 'A meter counts as offline after three missed heartbeats.' }],
    paragraphs: [
      part('Read the ticket and find the site', 0, 14),
      part('One meter offline, or the whole site?', 14, 28),
      part('Restart the modem remotely', 28, seconds),
    ],
  })
  const replacement = await buildArticle(db, { workspace: field, author: owner, title: 'Replacement' })
  const swap = await buildArticle(db, {
    workspace: field,
    author: jonas,
    parent: replacement,
    title: 'Swap a meter while the site is offline',
    paragraphs: [part('Before you leave', 0, 20)],
  })
  const update = await buildArticle(db, {
    workspace: platform,
    author: jonas,
    title: 'Meter stays offline after an update',
    tags: ['meter-offline'],
    textTabs: [{ text: 'If the meter stays offline for an hour, roll the firmware back and tell the site.' }],
  })
  await buildDraft(db, {
    workspace: support,
    author: jonas,
    updatedBy: owner,
    title: 'What the display tells you when a meter is offline',
    textTabs: [{ text: 'Three bars and no number.' }],
  })
  for (const question of asked) {
    const response = await fetch(`${server.baseURL}/api/search/history`, {
      method: 'POST',
      headers: { authorization: `Bearer ${owner.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ question: { ...emptyResult, id: `none:${question}`, category: 'none', title: question } }),
    })
    expect(response.status).toBe(200)
  }
  const opened = [
    { workspace: support, article: triage },
    { workspace: field, article: swap },
    { workspace: platform, article: update },
  ]
  return { company, opened }
}

const whenFound = (page: Page, name: RegExp) =>
  expect(async () => {
    const field = page.getByRole('combobox', { name: /Search|Ask/ })
    await field.fill('')
    await field.fill('meter offline')
    await expect(page.getByRole('option', { name }).first()).toBeVisible({ timeout: 2000 })
  }).toPass()

const openSearch = async (page: Page, isPhone: boolean) => {
  if (!isPhone) return page.keyboard.press('/')
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  await page.getByRole('dialog', { name: 'Menu' }).getByRole('button', { name: 'Search', exact: true }).click()
}

for (const { kind, options, widths } of devices) {
  test(`results, Home, the palette and a tag look right on a ${kind} in both themes`, async ({
    db,
    createCompany,
    server,
    useModel,
  }) => {
    const { company, opened } = await seed({ db, createCompany, server, useModel })
    const problems: string[] = []
    const isPhone = options.isMobile === true
    const page = await company.owner.open('/workspaces', options)
    const complaints = collectConsoleErrors(page)
    const check = async (name: string, selector?: string) => {
      problems.push(...(await checkScreen(page, { name, widths, ...(selector && { selector }) })))
      await page.setViewportSize(options.viewport ?? { width: widths[0] ?? 0, height: 900 })
    }
    for (const { workspace, article } of opened) {
      await page.goto(`/b/${workspace.shortId}/x/${article.shortId}`)
      await expect(page.getByRole('heading', { name: article.title })).toBeVisible()
    }
    await page.goto('/workspaces')
    await expect(page.getByRole('heading', { name: 'Workspaces', level: 1 })).toBeVisible()
    await openSearch(page, isPhone)
    await expect(page.getByRole('group', { name: 'Recently asked' }).getByRole('option')).toHaveCount(asked.length)
    await check('search-before-typing', '[role="dialog"]')
    // The index has what is said only after the transcript.
    await whenFound(page, /heard from the meter/)
    await check('search-found', '[role="dialog"]')
    await page
      .getByRole('option', { name: /heard from the meter/ })
      .first()
      .hover()
    await check('search-found-recording', '[role="dialog"]')
    await page.getByRole('combobox', { name: 'Search' }).fill('meter in:')
    await expect(page.getByRole('listbox', { name: 'In a workspace' })).toBeVisible()
    await check('search-names', '[role="dialog"]')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('listbox', { name: 'In a workspace' })).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    if (!isPhone) {
      await page.keyboard.press('Control+k')
      await expect(page.getByRole('group', { name: 'Recent' }).getByRole('option')).toHaveCount(opened.length)
      await check('palette-recent', '[role="dialog"]')
      await page.getByRole('combobox', { name: 'Search or run a command' }).fill('meter')
      await expect(page.getByRole('option', { name: /Meter stays offline/ })).toBeVisible()
      await check('palette-found', '[role="dialog"]')
      await page.getByRole('combobox', { name: 'Search or run a command' }).fill('create')
      await expect(page.getByRole('option', { name: /Create a workspace/ })).toBeVisible()
      await check('palette-commands', '[role="dialog"]')
      await page.keyboard.press('Escape')
    }
    await page.goto('/')
    await expect(page.getByRole('region', { name: 'Recently opened' }).getByRole('listitem')).toHaveCount(opened.length)
    await check('home-opened')
    await whenFound(page, /heard from the meter/)
    await check('home-found')
    await page.getByRole('combobox').fill('meter by:')
    await expect(page.getByRole('listbox', { name: 'By a person' })).toBeVisible()
    await check('home-names')
    await page.goto('/tags/meter-offline')
    await expect(page.getByText('Meter stays offline after an update')).toBeVisible()
    await check('tag-articles')
    expect([...problems, ...complaints]).toEqual([])
  })
}
