import type { Browser, BrowserContextOptions, Page } from '@playwright/test'
import { seedLibrary, seedMeetings, type Library } from '../support/seed-library.ts'
import { collectConsoleErrors, checkScreen } from '../support/check-screen.ts'
import { expect, test, type Person } from '../support/people.ts'
import type { RunningServer } from '../support/server.ts'

type Screen = {
  name: string
  /** A founder has just signed up; a newcomer has no content yet; a member's company has written for months. */
  by: 'guest' | 'founder' | 'newcomer' | 'member' | 'deactivated'
  address: string | ((library: Library) => string)
  /** Text that is visible once the screen is. */
  shows: string | RegExp
  /** Clicks that open the screen. */
  press?: (page: Page) => Promise<void>
  /** The overlay that the clicks open, unless the whole screen changes. */
  part?: '[role="dialog"]' | '[role="menu"]'
  /** Limits the screen to wide or to narrow viewports. */
  only?: 'wide' | 'phone'
}

const reader = ({ workspace, article }: Library) => `/b/${workspace.shortId}/support-runbooks/${article.shortId}`
const workspacePage = ({ workspace }: Library) => `/b/${workspace.shortId}/support-runbooks`

const openCreate = async (page: Page, item: string) => {
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

/** The page has to be there before it listens to keys. */
const pressOnWorkspaces = async (page: Page, key: string) => {
  await expect(page.getByRole('heading', { name: 'Workspaces', level: 1 })).toBeVisible()
  await page.keyboard.press(key)
}

const screens: readonly Screen[] = [
  { name: 'sign-in', by: 'guest', address: '/login', shows: 'Your team’s recordings and notes are waiting.' },
  {
    name: 'sign-up',
    by: 'guest',
    address: '/signup',
    shows: 'A place for what your team knows.',
  },
  {
    name: 'sign-up-refused',
    by: 'guest',
    address: '/signup',
    shows: 'Invalid company name',
    async press(page) {
      await page.getByLabel('First name').fill('Maria-Luisa Wilhelmine Friederike Charlotte')
      await page.getByLabel('Company name').fill('Ha')
      await page.getByRole('button', { name: 'Create account' }).click()
    },
  },
  { name: 'password-reset', by: 'guest', address: '/password-reset', shows: 'We’ll email you a reset link.' },
  { name: 'new-password', by: 'guest', address: '/password-reset/k3', shows: 'Set a new password' },
  { name: 'api-docs', by: 'guest', address: '/api/docs', shows: /./ },
  { name: 'home-new', by: 'newcomer', address: '/', shows: 'How can I help?' },
  { name: 'home-first-steps', by: 'founder', address: '/', shows: '0 of 3 done' },
  {
    name: 'draft-untitled',
    by: 'founder',
    address: '/',
    shows: 'Publish',
    async press(page) {
      await page.getByRole('button', { name: 'Write', exact: true }).click()
      await expect(page.getByRole('textbox', { name: 'Title', exact: true })).toBeFocused()
    },
  },
  { name: 'home', by: 'member', address: '/', shows: 'New in your workspaces' },
  {
    name: 'home-search',
    by: 'member',
    address: '/',
    shows: 'Signal strength, what is enough',
    async press(page) {
      await page.getByRole('combobox', { name: 'Ask a question' }).fill('signal')
      await page.getByRole('option').first().waitFor()
    },
  },
  {
    name: 'search-none-found',
    by: 'member',
    address: '/workspaces',
    shows: 'There are no matching results',
    part: '[role="dialog"]',
    async press(page) {
      await pressOnWorkspaces(page, '/')
      await page.getByRole('combobox', { name: 'Search' }).fill('zzzqqq')
    },
  },
  {
    name: 'search',
    by: 'member',
    address: '/workspaces',
    shows: 'Signal strength, what is enough',
    part: '[role="dialog"]',
    async press(page) {
      await pressOnWorkspaces(page, '/')
      await page.getByRole('combobox', { name: 'Search' }).fill('signal')
      await page.getByRole('option').first().waitFor()
    },
  },
  {
    name: 'command-palette',
    by: 'member',
    address: '/workspaces',
    shows: 'Keyboard shortcuts',
    part: '[role="dialog"]',
    press: (page) => pressOnWorkspaces(page, 'Control+k'),
  },
  { name: 'tag', by: 'member', address: '/tags/nothing', shows: 'No article that you can see has this tag.' },
  { name: 'workspaces-new', by: 'newcomer', address: '/workspaces', shows: 'My Private Workspace' },
  { name: 'workspaces', by: 'member', address: '/workspaces', shows: 'Правила компании' },
  { name: 'workspaces-none-found', by: 'member', address: '/workspaces?q=zzz', shows: 'There are no matching results' },
  { name: 'workspace', by: 'member', address: workspacePage, shows: 'Signal strength, what is enough' },
  {
    name: 'workspace-new',
    by: 'newcomer',
    address: '/workspaces',
    shows: "You don't have any articles in this workspace.",
    press: (page) => page.getByRole('link', { name: 'My Private Workspace' }).click(),
  },
  {
    name: 'workspace-reorder',
    by: 'member',
    address: workspacePage,
    shows: 'Reorder articles',
    async press(page) {
      await page.getByRole('button', { name: 'Actions for Support runbooks' }).first().click()
      await page.getByRole('menuitem', { name: 'Reorder articles' }).click()
    },
  },
  {
    name: 'workspace-edit',
    by: 'member',
    address: ({ workspace }) => `/workspace/${workspace.shortId}/edit`,
    shows: 'Delete workspace',
  },
  { name: 'workspace-create', by: 'member', address: '/workspace/new', shows: 'Optional. What this workspace is for.' },
  {
    name: 'workspace-create-dialog',
    by: 'member',
    part: '[role="dialog"]',
    address: '/workspaces',
    shows: 'Optional. What this workspace is for.',
    press: (page) => page.getByRole('button', { name: 'Create a workspace' }).click(),
  },
  {
    name: 'workspace-archive-question',
    by: 'member',
    part: '[role="dialog"]',
    address: ({ workspace }) => `/workspace/${workspace.shortId}/edit`,
    shows: 'Archive “Support runbooks”?',
    press: (page) => page.getByRole('button', { name: 'Archive', exact: true }).click(),
  },
  {
    name: 'article-create-1',
    by: 'member',
    part: '[role="dialog"]',
    address: '/drafts',
    shows: 'Start recording',
    only: 'wide',
    press: (page) => openCreate(page, 'Create an article'),
  },
  {
    name: 'article-create-1-phone',
    by: 'member',
    part: '[role="dialog"]',
    address: '/drafts',
    shows: 'Start recording',
    only: 'phone',
    async press(page) {
      await page.getByRole('button', { name: 'Menu', exact: true }).click()
      await page.getByRole('button', { name: 'Create an article' }).click()
    },
  },
  {
    name: 'article-create-2',
    by: 'member',
    part: '[role="dialog"]',
    address: '/article/new',
    shows: 'Create Article',
    press: (page) => page.getByRole('button', { name: 'Create document' }).click(),
  },
  { name: 'article', by: 'member', address: reader, shows: 'Is it one gateway or a whole region?' },
  {
    name: 'article-edit',
    by: 'member',
    address: ({ article }) => `/article/${article.shortId}/edit`,
    shows: /Is it one/,
  },
  { name: 'drafts', by: 'member', address: '/drafts', shows: 'Visit to site 1' },
  { name: 'drafts-new', by: 'newcomer', address: '/drafts', shows: 'Unpublished work is kept here.' },
  { name: 'drafts-none-found', by: 'member', address: '/drafts?type=video', shows: 'There are no matching results' },
  { name: 'not-found', by: 'member', address: '/no/such/page', shows: 'Page not found' },
  { name: 'meetings', by: 'member', address: '/meetings', shows: 'Gateways of the fjord, weekly' },
  { name: 'meetings-new', by: 'newcomer', address: '/meetings', shows: 'Send the bot to a meeting' },
  { name: 'meetings-none-found', by: 'member', address: '/meetings?q=zz', shows: 'There are no matching results' },
  {
    name: 'meeting-add',
    by: 'member',
    part: '[role="dialog"]',
    address: '/meetings',
    shows: 'Meeting link',
    press: (page) => page.getByRole('button', { name: 'Add a meeting' }).click(),
  },
  {
    name: 'bot-settings',
    by: 'member',
    part: '[role="dialog"]',
    address: '/meetings',
    shows: 'Everyone in the meeting sees this name.',
    press: (page) => page.getByRole('button', { name: 'Bot settings' }).click(),
  },
  {
    name: 'meeting-menu',
    by: 'member',
    part: '[role="menu"]',
    address: '/meetings',
    shows: 'Meeting settings',
    press: (page) => page.getByRole('button', { name: 'Actions for Gateways of the fjord, weekly' }).click(),
  },
  {
    name: 'meeting-failure',
    by: 'member',
    part: '[role="dialog"]',
    address: '/meetings',
    shows: 'lobby_timeout',
    async press(page) {
      await page.getByRole('button', { name: 'Actions for Readings are one hour late' }).click()
      await page.getByRole('menuitem', { name: 'View Failure Details' }).click()
    },
  },
  { name: 'deactivated', by: 'deactivated', address: '/user-deactivated', shows: 'Your account is deactivated' },
  {
    name: 'user-menu',
    by: 'member',
    part: '[role="menu"]',
    address: '/drafts',
    shows: 'System',
    press: (page) => page.getByRole('button', { name: /user menu/ }).click(),
  },
  {
    name: 'shortcuts',
    by: 'member',
    part: '[role="dialog"]',
    address: '/drafts',
    shows: 'Keyboard shortcuts',
    only: 'wide',
    async press(page) {
      await expect(page.getByRole('heading', { name: 'Drafts' })).toBeVisible()
      await page.keyboard.press('?')
    },
  },
  {
    name: 'menu',
    by: 'member',
    part: '[role="dialog"]',
    address: '/drafts',
    shows: 'Personal',
    only: 'phone',
    press: (page) => page.getByRole('button', { name: 'Menu', exact: true }).click(),
  },
]

const wide: BrowserContextOptions = { viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' }
const phone: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  reducedMotion: 'reduce',
  hasTouch: true,
  isMobile: true,
}
const devices = [
  { kind: 'wide', options: wide, widths: [1440, 820] },
  { kind: 'phone', options: phone, widths: [390, 360] },
] as const

const ines = { firstName: 'Ines', lastName: 'Okafor', email: 'ines.okafor@halden-systems.example' }
const noor = { firstName: 'Noor', lastName: 'Aydın', email: 'noor@brightmeter.example' }

let library: Library
let people: Record<Exclude<Screen['by'], 'guest'>, Person>

test.beforeAll(async ({ db, createCompany }) => {
  const company = await createCompany({ title: 'Halden Systems', owner: ines })
  library = await seedLibrary(db, company)
  await seedMeetings(db, company, library)
  const newcomer = await createCompany({ title: 'Brightmeter', owner: noor })
  const deactivated = await newcomer.join()
  await db.updateTable('company_members').set({ status: 'deactivated' }).where('user_id', '=', deactivated.id).execute()
  const { owner: founder } = await createCompany({ title: 'Halden Grid' })
  await db.updateTable('company_members').set({ has_first_steps: true }).where('user_id', '=', founder.id).execute()
  people = { member: company.owner, founder, newcomer: newcomer.owner, deactivated }
})

type Device = (typeof devices)[number]

async function visit(screen: Screen, { options, widths }: Device, browser: Browser, server: RunningServer) {
  const { name, part } = screen
  const address = typeof screen.address === 'string' ? screen.address : screen.address(library)
  const page =
    screen.by === 'guest'
      ? await browser.newPage({ ...options, baseURL: server.baseURL })
      : await people[screen.by].open('about:blank', options)
  const complaints = collectConsoleErrors(page)
  await page.goto(address)
  await screen.press?.(page)
  await expect(page.getByText(screen.shows).first()).toBeVisible()
  // A menu closes when the header changes with the width.
  const problems = await checkScreen(page, {
    name,
    selector: part,
    widths: part === '[role="menu"]' ? widths.toSpliced(1) : widths,
  })
  if (screen.by === 'guest') await page.close()
  return [...problems, ...complaints]
}

for (const screen of screens) {
  test(`${screen.name}: no accessibility violations, console errors or overflow in light and dark, at every width`, async ({
    browser,
    server,
  }) => {
    // The API reference has thousands of elements to check.
    if (screen.name === 'api-docs') test.setTimeout(400_000)
    const shown = devices.filter(({ kind }) => (screen.only ?? kind) === kind)
    const problems = await Promise.all(shown.map((device) => visit(screen, device, browser, server)))
    expect(problems.flat()).toEqual([])
  })
}
