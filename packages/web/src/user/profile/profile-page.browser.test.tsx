import { expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { refuse, refuseField } from '../../../test/fake-server.ts'
import { catchNavigation, openPage, phone } from '../../../test/open-page.tsx'
import { groupAnswers, userAnswers } from '../../../test/people-answers.ts'
import {
  button,
  dialog,
  expectGone,
  expectVisible,
  heading,
  link,
  menuItem,
  person,
  texts,
  toast,
} from '../../../test/person.ts'
import { aCompany, aCompanyInfo, aSession } from '../../../test/samples.ts'
import { readToken } from '../../platform/session/session-token.ts'

const field = (name: string) => page.getByLabelText(name, { exact: true })
const save = button('Save changes')
const photoFile = page.getByLabelText('Photo file')
const updated = toast('Your profile was successfully updated!')
const links = () => texts(page.getByRole('navigation', { name: 'Settings' }).getByRole('link'))

/** Whether the browser would ask before the tab is closed. */
const isPromptOn = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))

const settings = {
  mentions: 'instant',
  comments: 'daily',
  publishes: 'daily',
  shares: 'instant',
  timeZone: null,
} as const

async function openProfile(session = aSession(), options: { width?: number; height?: number } = {}) {
  const opened = await openPage('/settings/profile', {
    ...options,
    session,
    answers: {
      ...groupAnswers([], []),
      ...userAnswers({ users: [] }),
      'notification.settings': { settings },
      'notification.follows': { follows: [] },
      'twoFactor.get': { isOn: false, recoveryCodesLeft: 0, hasPassword: true },
      'session.list': { sessions: [] },
      'user.updateMe': ({ body }) => ({
        user: {
          ...session.user,
          paragraphsAutoGeneration: body.paragraphsAutoGeneration ?? session.user.paragraphsAutoGeneration,
          ...(body.jobTitle === undefined ? {} : { jobTitle: body.jobTitle }),
          ...(body.userProfileImage ? { profileImage: body.userProfileImage } : {}),
        },
      }),
    },
  })
  await expectVisible(heading('Personal Profile'))
  return opened
}

/** A picture that the browser can decode. */
async function aPicture(type = 'image/png'): Promise<File> {
  const canvas = new OffscreenCanvas(8, 8)
  canvas.getContext('2d')?.fillRect(0, 0, 8, 8)
  return new File([await canvas.convertToBlob({ type })], 'me.png', { type })
}

it('saves only once the photo is ready', async () => {
  const { server } = await openProfile()
  const real = window.createImageBitmap.bind(window)
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  window.createImageBitmap = async (source: ImageBitmapSource) => {
    await released
    return real(source)
  }
  try {
    await person.fill(field('Job title'), 'Head of support')
    await expect.element(save).toBeEnabled()
    await userEvent.upload(photoFile, await aPicture())
    await expect.element(save).toBeDisabled()
    release()
    await person.click(save)
    await expectVisible(updated)
  } finally {
    window.createImageBitmap = real
  }
  await expect
    .poll(() =>
      button(/user menu/)
        .element()
        .querySelector('img'),
    )
    .not.toBeNull()
  expect(server.requests('user.updateMe').map(({ body }) => body.userProfileImage?.slice(0, 11))).toEqual([
    'data:image/',
  ])
})

it('accepts only a PNG or JPEG of at most 3 MB as a photo', async () => {
  await openProfile()
  await userEvent.upload(photoFile, new File(['<svg></svg>'], 'me.png', { type: 'image/png' }))
  await expectVisible(page.getByRole('alert').filter({ hasText: 'Not allowed file format' }))
  const signature = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const large = new File([signature, new Uint8Array(3_000_001)], 'me.png', { type: 'image/png' })
  await userEvent.upload(photoFile, large)
  await expectVisible('File size should be less than 3 MB')
  await userEvent.upload(photoFile, await aPicture())
  await expectGone(page.getByText('File size should be less than 3 MB'))
  await expect.element(save).toBeEnabled()
})

it('asks before leaving unsaved changes', async () => {
  await openProfile()
  await person.fill(field('Job title'), 'Not saved')
  await person.click(link('Drafts'))
  await person.click(dialog().getByRole('button', { name: 'Stay' }))
  await expect.element(field('Job title')).toHaveValue('Not saved')
  await person.click(button('Discard'))
  await expect.element(field('Job title')).toHaveValue('')
  await person.click(link('Drafts'))
  await expectVisible(heading('Drafts'))
})

it('asks before logging out or switching company with unsaved changes', async () => {
  const other = aCompany({ id: 'halden', title: 'Halden', slug: 'halden' })
  const session = aSession()
  const { server } = await openProfile({ ...session, companies: [...session.companies, other] })
  server.answer({ 'company.switch': { token: 'at halden', address: null }, 'session.logOut': { success: true } })
  await person.fill(field('Job title'), 'Not saved')
  const question = dialog('Leave without saving?')
  const choose = async (item: string, answer: string) => {
    await person.click(button('Ines Okafor, user menu'))
    await person.click(menuItem(item))
    await person.click(question.getByRole('button', { name: answer }))
    await expectGone(question)
  }
  for (const item of ['Log out', 'Halden']) await choose(item, 'Stay')
  await expect.element(field('Job title')).toHaveValue('Not saved')
  expect([...server.requests('session.logOut'), ...server.requests('company.switch')]).toEqual([])
  expect(isPromptOn()).toBe(true)

  const caught = catchNavigation('/')
  await choose('Halden', 'Leave')
  await expect.poll(() => caught).toEqual(['/'])
  expect(document.cookie).toContain('at%20halden')
  expect(readToken()).toBe('token')
  expect(isPromptOn()).toBe(false)
})

it('logs out for good once someone leaves their unsaved changes', async () => {
  const { server } = await openProfile()
  server.answer({ 'session.logOut': { success: true }, 'session.providers': { providers: [] } })
  await person.fill(field('Job title'), 'Not saved')
  await person.click(button('Ines Okafor, user menu'))
  await person.click(menuItem('Log out'))
  await person.click(dialog('Leave without saving?').getByRole('button', { name: 'Leave' }))
  await expect.poll(() => location.pathname).toBe('/login')
  await expectVisible(button('Sign in'))
  expect(readToken()).toBeNull()
})

it('opens the sign-in page after the session has ended, also with unsaved changes', async () => {
  const { server } = await openProfile()
  await person.fill(field('Job title'), 'Not saved')
  server.answer({ 'user.updateMe': refuse('not_signed_in'), 'session.providers': { providers: [] } })
  await person.click(save)
  await expect.poll(() => location.pathname).toMatch(/^\/login/)
  await expectVisible(button('Sign in'))
})

it.each([
  [aSession(), '/settings/profile'],
  [aSession({ role: 'user', company: aCompany({ role: 'user', isActivated: false }) }), '/inactive'],
])('confirms the address of the email once, whichever page opens', async (session, pathname) => {
  const { server } = await openPage('/settings/profile?confirmEmail=secret', {
    session,
    answers: {
      ...groupAnswers([], []),
      ...userAnswers({ users: [] }),
      'notification.settings': { settings },
      'notification.follows': { follows: [] },
      'twoFactor.get': { isOn: false, recoveryCodesLeft: 0, hasPassword: true },
      'session.list': { sessions: [] },
      'company.status': { isActivated: false },
      'user.confirmEmail': { user: session.user },
    },
  })
  await expectVisible(toast('Your email is confirmed'))
  await expect.poll(() => location.pathname + location.search).toBe(pathname)
  expect(server.requests('user.confirmEmail').map(({ body }) => body)).toEqual([{ token: 'secret' }])
})

it('takes over what another window saved, and does not undo it', async () => {
  const session = aSession()
  const { server } = await openProfile(session)
  await person.fill(field('Job title'), 'Engineer')
  const elsewhere = { ...session, user: { ...session.user, firstName: 'Inês', jobTitle: 'Lead' } }
  server.answer({ 'user.me': elsewhere })
  // The window is used again later than the state of the person is kept.
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 3_600_000)
  window.dispatchEvent(new Event('visibilitychange'))
  await expect.element(field('First name')).toHaveValue('Inês')
  vi.restoreAllMocks()
  await expect.element(field('Job title')).toHaveValue('Engineer')
  await person.click(save)
  await expectVisible(updated)
  expect(server.requests('user.updateMe').map(({ body }) => body)).toEqual([{ jobTitle: 'Engineer' }])
})

it('requires the present password for a new one', async () => {
  const { server } = await openProfile()
  server.answer({ 'user.updateMe': refuseField('wrong_password', 'passwordOld', 'Wrong current password') })
  await person.fill(field('Current password'), 'not the password')
  await person.fill(field('New password'), 'another sentence')
  await person.fill(field('Confirm new password'), 'another one')
  await person.click(save)
  await expectVisible('Passwords do not match')
  await person.fill(field('Confirm new password'), 'another sentence')
  await person.click(save)
  await expectVisible('Wrong current password')
  await expect.element(field('Current password')).toHaveFocus()
  server.answer({ 'user.updateMe': { user: aSession().user } })
  await person.fill(field('Current password'), 'a sentence to remember')
  await person.click(save)
  await expectVisible(updated)
  await expect.element(field('New password')).toHaveValue('')
  expect(server.requests('user.updateMe').at(-1)?.body).toMatchObject({
    passwordOld: 'a sentence to remember',
    passwordNew: 'another sentence',
  })
})

it('shows in the settings what each role may open', async () => {
  await openProfile(aSession({ role: 'user' }))
  await expect.poll(links).toEqual(['Personal Profile', 'API keys', 'Shared links'])
  await openProfile(aSession({ role: 'moderator' }))
  await expect.poll(links).toEqual(['Personal Profile', 'API keys', 'Shared links', 'User Management', 'User Groups'])
  const { server } = await openProfile(aSession({ firstName: 'Ines', lastName: 'Okafor' }))
  const all = [
    'Personal Profile',
    'API keys',
    'Shared links',
    'Company Profile',
    'User Management',
    'User Groups',
    'Audit log',
    'Webhooks',
  ]
  await expect.poll(links).toEqual(all)
  server.answer({ 'company.info': { company: aCompanyInfo() }, 'share.links': { links: [] } })
  await person.click(button('Ines Okafor, user menu'))
  await person.click(menuItem('Company Settings'))
  await expect.poll(() => location.pathname).toBe('/settings/company')
})

it.each(['/settings/company', '/settings/users', '/settings/groups', '/settings/groups/k3n4x7q2wz'])(
  'sends team members home from %s',
  async (address) => {
    await openPage(address, { session: aSession({ role: 'user' }) })
    await expectVisible(heading('How can I help?'))
  },
)

it('opens the user management to a super admin without a role in the company, and leads there from its profile', async () => {
  await openPage('/settings/company', {
    session: aSession({ role: 'user', isSuperAdmin: true }),
    answers: userAnswers({ users: [], newcomerRoles: [] }),
  })
  await expect.poll(() => location.pathname).toBe('/settings/users')
  await expectVisible(heading('User Management'))
  await expectGone(button('Invite a user'))
})

it('redirects user managers from the company profile to the users', async () => {
  await openPage('/settings/company', { session: aSession({ role: 'moderator' }), answers: userAnswers({ users: [] }) })
  await expectVisible(heading('User Management'))
  expect(location.pathname).toBe('/settings/users')
})

it('opens the settings in a sheet from the header on a phone', async () => {
  await openProfile(aSession(), phone)
  await person.click(button('Settings', { exact: true }))
  await person.click(dialog().getByRole('link', { name: 'User Groups' }))
  await expect.poll(() => location.pathname).toBe('/settings/groups')
})

it('has the person’s choice whether paragraphs are generated, where AI is on', async () => {
  const company = aCompany({ role: 'user', isAiEnabled: true })
  const { server } = await openProfile(aSession({ role: 'user', company }))
  server.answer({ 'ai.preferences': { preferences: { notesAutoGeneration: 'none', customPrompt: '' } } })
  const choice = page.getByRole('radiogroup', { name: 'Generate paragraphs' })
  await expect.element(choice.getByRole('radio', { name: 'Manually' })).toBeChecked()
  await person.click(choice.getByText('Automatically'))
  await expect.element(choice.getByRole('radio', { name: 'Automatically' })).toBeChecked()
  expect(server.requests('user.updateMe').map(({ body }) => body)).toEqual([
    { paragraphsAutoGeneration: 'automatically' },
  ])
})

it('has no such choice where AI is off', async () => {
  await openProfile()
  await expectVisible(field('Job title'))
  expect(page.getByRole('radiogroup', { name: 'Generate paragraphs' }).query()).toBeNull()
})
