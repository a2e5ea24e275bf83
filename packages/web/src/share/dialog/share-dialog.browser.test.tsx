import type { SharedData, ShareRecipient } from '@knowreel/shared/share/share.calls.ts'
import { expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { noResponse } from '../../../test/fake-server.ts'
import { openPage, runWhenClosed } from '../../../test/open-page.tsx'
import { button, dialog, expectGone, expectText, expectVisible, field, option, person } from '../../../test/person.ts'
import { openShare } from '../share.dialogs.ts'

const link: SharedData = {
  articleId: 'runbook',
  token: 'public-token',
  privateToken: 'private-token',
  shared: true,
  expiresAt: null,
  hasPassword: false,
  isWithSubArticles: false,
  lastUsedAt: null,
  offBy: null,
}
const night = { type: 'group' as const, id: 'night', name: 'Night shift', email: null, profileImage: null, members: 7 }

async function openDialog() {
  let shared = link
  let entities: ShareRecipient[] = []
  const { server, session } = await openPage('/', {
    answers: {
      'share.get': () => ({ shared }),
      'share.token': { token: 'private-token' },
      'share.save': ({ body }) => {
        const { expiresAt = shared.expiresAt, password } = body
        shared = { ...shared, expiresAt, hasPassword: password === undefined ? shared.hasPassword : password !== null }
        return { sharedData: shared }
      },
      'share.entities': () => ({ entities }),
      'finder.search': { items: [night] },
      'share.addEntities': ({ body }) => {
        const mayComment = body.entities[0]?.mayComment ?? true
        return { entities: (entities = [{ ...night, shareId: 'share', mayComment }]) }
      },
      'share.updateEntity': { success: true },
      'share.removeEntity': { sharedUserGroupId: 'all' },
    },
  })
  openShareDialog()
  await expectVisible(dialog('Share'))
  // Until it has taken the focus, it would take it from the field that is used.
  await expect.poll(() => dialog('Share').element().contains(document.activeElement)).toBe(true)
  const saved = () => server.requests('share.save').map(({ body }) => body)
  return { server, session, saved }
}

const linkOptions = page.getByText('Link options')

/** The options of the link are collapsed at first. */
async function openOptions() {
  const opened = await openDialog()
  await person.click(linkOptions)
  return opened
}

const openShareDialog = () =>
  openShare({ article: { id: 'runbook', title: 'Restart a gateway' }, mayEdit: true, subArticleCount: 0 })

async function reopen() {
  await person.press('Escape')
  await expectGone(dialog('Share'))
  openShareDialog()
  await expectVisible(dialog('Share'))
}

it('shares with a group, shows its size, and removes it', async () => {
  const { server } = await openDialog()
  await person.fill(page.getByRole('combobox', { name: 'Share with people and groups' }), 'night')
  await person.click(option(/Night shift/))
  await person.click(button('Add', { exact: true }))
  await expectVisible('The article is successfully shared with user/group')
  await expectText(dialog('Share').getByRole('list', { name: 'Shared with' }), '7')
  expect(server.requests('share.addEntities').map(({ body }) => body)).toEqual([
    { entities: [{ type: 'group', id: 'night', email: null, mayComment: true }] },
  ])
  // Removing the chip from the field may move the rows below it.
  await expect.element(button('Add', { exact: true })).toBeDisabled()
  await person.click(button('Remove Night shift'))
  await expectVisible('The user/group has been successfully deleted from the list')
  await expectGone(button('Remove Night shift'))
  expect(server.requests('share.removeEntity').map(({ body }) => body)).toEqual([{ entityId: 'share' }])
})

const accessOf = (name: string) => page.getByRole('combobox', { name: `Access of ${name}` })

async function shareForViewing() {
  const opened = await openDialog()
  await person.fill(page.getByRole('combobox', { name: 'Share with people and groups' }), 'night')
  await person.click(option(/Night shift/))
  await person.click(page.getByRole('combobox', { name: 'Access', exact: true }))
  await person.click(option('Can view'))
  await person.click(button('Add', { exact: true }))
  await expect.element(accessOf('Night shift')).toHaveValue('Can view')
  return opened
}

it('shares for viewing, and lets the recipient comment later', async () => {
  const { server } = await shareForViewing()
  expect(server.requests('share.addEntities').map(({ body }) => body)).toEqual([
    { entities: [{ type: 'group', id: 'night', email: null, mayComment: false }] },
  ])
  await person.click(accessOf('Night shift'))
  await person.click(option('Can comment'))
  await expectVisible('Access updated')
  await expect.element(accessOf('Night shift')).toHaveValue('Can comment')
  expect(server.requests('share.updateEntity').map(({ body }) => body)).toEqual([
    { entityId: 'share', mayComment: true },
  ])
})

it('shows the former access again if it could not be changed', async () => {
  const { server } = await shareForViewing()
  server.answer({ 'share.updateEntity': () => noResponse() })
  await person.click(accessOf('Night shift'))
  await person.click(option('Can comment'))
  await expectVisible('Access could not be changed')
  await expect.element(accessOf('Night shift')).toHaveValue('Can view')
})

it('shows the author of an article, who may not share it, what recipients may do', async () => {
  const { server, session } = await openDialog()
  server.answer({
    'share.entities': {
      entities: [
        { ...night, shareId: 'one', mayComment: false },
        { ...night, shareId: 'two', id: 'day', name: 'Day shift', mayComment: true },
      ],
    },
  })
  await person.press('Escape')
  await expectGone(dialog('Share'))
  const article = { id: 'runbook', title: 'Restart a gateway', authorId: session.user.id }
  openShare({ article, mayEdit: false, subArticleCount: 0 })
  const rows = dialog('Share').getByRole('list', { name: 'Shared with' }).getByRole('listitem')
  await expectText(rows.nth(0), 'Can view')
  await expectText(rows.nth(1), 'Can comment')
  await expectGone(accessOf('Night shift'))
})

it('leaves out oneself, and does not offer people who see the workspace', async () => {
  const { server, session } = await openDialog()
  const someone = { type: 'user' as const, email: null, profileImage: null, members: null }
  const audience = { isWholeCompany: false, userIds: ['jonas'], groupIds: ['night'], emails: ['mia@halden.example'] }
  const [jonas, priya] = [
    { ...someone, id: 'jonas', name: 'Jonas Weber' },
    { ...someone, id: 'priya', name: 'Priya Raman' },
  ]
  const mia = { ...someone, type: 'invited' as const, id: 'mia', name: 'Mia Lund', email: 'Mia@halden.example' }
  const ines = { ...someone, id: session.user.id, name: 'Ines Okafor' }
  server.answer({
    'share.entities': { entities: [], audience },
    'finder.search': ({ params }) => ({
      items: params.query === 'a' ? [jonas, priya] : [ines, jonas, night, mia, priya],
    }),
  })
  await reopen()
  const finder = page.getByRole('combobox', { name: 'Share with people and groups' })
  await person.click(finder)
  await expectVisible(option(/Priya Raman/))
  await expectGone(option(/Ines Okafor/))
  for (const name of [/Jonas Weber/, /Night shift/, /Mia Lund/]) {
    await expectText(option(name), 'Has access')
    await expect.element(option(name)).toHaveAttribute('aria-disabled', 'true')
  }
  await person.click(option(/Jonas Weber/))
  await expect.element(button('Add', { exact: true })).toBeDisabled()
  // Enter takes the first that can be added.
  await person.fill(finder, 'a')
  await expectVisible(option(/Priya Raman/))
  await expectGone(option(/Night shift/))
  await person.press('Enter')
  await expectVisible(button('Remove Priya Raman'))

  server.answer({ 'share.entities': { entities: [], audience: { ...audience, isWholeCompany: true } } })
  await reopen()
  await expectVisible('Everyone in the company has access.')
})

it('lets a link expire after a chosen day, refuses a past one, and removes the expiry', async () => {
  const { saved } = await openOptions()
  const day = field('Last day')
  await expectVisible('Never expires.')
  await day.fill('2020-01-01')
  await person.click(button('Save', { exact: true }))
  await expectVisible('Please choose a date in the future')
  await expect.element(day).toHaveAttribute('aria-invalid', 'true')
  expect(saved()).toEqual([])
  await day.fill('2090-12-31')
  await person.click(button('Save', { exact: true }))
  await expectVisible(/Expires after/)
  await expect.element(day).toHaveFocus()
  expect(saved()).toEqual([{ expiresAt: '2090-12-31T23:59:59.999Z' }])
  await person.click(button('Remove expiry'))
  await expectVisible('Never expires.')
  await expect.element(day).toHaveFocus()
  expect(saved().at(-1)).toEqual({ expiresAt: null })
})

it.each(['Enter', 'leaving'])('says that a typed day does not exist, after %s', async (end) => {
  const { saved } = await openOptions()
  const day = field('Last day')
  await expectVisible(day)
  await person.fill(day, '31/02/2090')
  if (end === 'Enter') await person.press('Enter')
  else await person.focus(button('Set password'))
  await expectVisible('This day does not exist.')
  await expect.element(day).toHaveAttribute('aria-invalid', 'true')
  expect(saved()).toEqual([])
})

it('reports a missing and a short password at the field', async () => {
  const { saved } = await openOptions()
  await expectVisible('Password: off')
  expect(dialog('Share').getByText('Password', { exact: true }).elements(), 'the row names it once').toEqual([])
  await person.click(button('Set password'))
  const password = field('New link password')
  await person.click(button('Save', { exact: true }))
  await expectVisible('Please enter a password')
  await expect.element(password).toHaveAttribute('aria-invalid', 'true')
  await expect.element(password).toHaveFocus()
  await person.type('abc')
  await expectGone(page.getByText('Please enter a password'))
  await person.click(button('Save', { exact: true }))
  await expectVisible('At least 4 characters')
  await expect.element(password).toHaveFocus()
  expect(saved()).toEqual([])
})

it('sets a password, changes it and removes it', async () => {
  const { saved } = await openOptions()
  await person.click(button('Set password'))
  await person.fill(field('New link password'), 'tide table')
  await person.press('Enter')
  await expectVisible('Password: on')
  expect(saved()).toEqual([{ password: 'tide table' }])
  await person.click(button('Change password'))
  await person.fill(field('New link password'), 'other table')
  await person.press('Enter')
  await expect.poll(() => saved().length).toBe(2)
  await person.click(button('Remove password'))
  await expectVisible('Password: off')
  expect(saved().at(-1)).toEqual({ password: null })
})

it('copies a new public link, and shows its options on request', async () => {
  const copied: string[] = []
  // Safari refuses what is copied after the response.
  const isCopying = Promise.withResolvers<void>()
  const write = vi.spyOn(navigator.clipboard, 'write').mockImplementation(async ([item]) => {
    isCopying.resolve()
    const text = await item?.getType('text/plain')
    if (text) copied.push(await text.text())
  })
  runWhenClosed(() => write.mockRestore())
  const { server } = await openDialog()
  server.answer({
    'share.get': { shared: { ...link, token: null, shared: false } },
    'share.save': () =>
      isCopying.promise.then(() => ({ sharedData: { ...link, token: 'new-token', hasPassword: true } })),
  })
  await reopen()
  // Until the answer comes, the dialog shows the link that it knew.
  await expectVisible(field('Private link'))
  await person.click(page.getByText('Public', { exact: true }))
  await person.click(button('Create public link'))
  await expectVisible(/Shared link was generated successfully. Link to shared article copied to clipboard/)
  expect(copied).toEqual([`${location.origin}/b/shared/new-token`])
  await expectVisible('With a password')
  await expect.element(field('Last day')).not.toBeVisible()
  await person.click(linkOptions)
  await expectVisible(field('Last day'))
})
