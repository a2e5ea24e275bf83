import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { refuse } from '../../../test/fake-server.ts'
import { openPage } from '../../../test/open-page.tsx'
import { button, expectVisible, field, heading, person, toast } from '../../../test/person.ts'
import { aCompany, aCompanyInfo, aSession } from '../../../test/samples.ts'

const save = button('Save changes')

async function aPicture(): Promise<File> {
  const canvas = new OffscreenCanvas(8, 8)
  canvas.getContext('2d')?.fillRect(0, 0, 8, 8)
  return new File([await canvas.convertToBlob({ type: 'image/png' })], 'logo.png', { type: 'image/png' })
}

it('saves only once the picture is ready', async () => {
  const session = aSession()
  const { company } = session.user
  if (!company) throw new Error('no company')
  const { server } = await openPage('/settings/company', {
    session,
    answers: {
      'company.info': { company: aCompanyInfo() },
      'share.links': { links: [] },
      'company.update': ({ body }) => ({ company: { ...company, title: body.title ?? '', logo: body.logo ?? null } }),
    },
  })
  const real = window.createImageBitmap.bind(window)
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  window.createImageBitmap = async (source: ImageBitmapSource) => {
    await released
    return real(source)
  }
  try {
    await person.fill(field('Company name'), 'Halden Meters')
    await expect.element(save).toBeEnabled()
    await userEvent.upload(page.elementLocator(logoInput()), await aPicture())
    await expect.element(save).toBeDisabled()
    release()
    await person.click(save)
    await expectVisible(toast('Company successfully updated'))
  } finally {
    window.createImageBitmap = real
  }
  await expect.element(page.getByAltText('Company logo')).toHaveAttribute('src', expect.stringMatching(/^data:image\//))
  expect(server.requests('company.update').map(({ body }) => [body.title, body.logo?.slice(0, 11)])).toEqual([
    ['Halden Meters', 'data:image/'],
  ])
})

const logoInput = (): Element => {
  const input = document.querySelector('[data-logo-input]')
  if (!input) throw new Error('no field for the logo')
  return input
}

it('sends only what was changed, and takes over a name that another window saved', async () => {
  const session = aSession()
  const { company } = session.user
  if (!company) throw new Error('no company')
  const { server } = await openPage('/settings/company', {
    session,
    answers: {
      'company.info': { company: aCompanyInfo() },
      'company.update': ({ body }) => ({ company: { ...company, ...body, title: 'Halden Meters', logo: null } }),
    },
  })
  await expectVisible(field('Company name'))
  await person.click(page.getByRole('switch', { name: 'API keys' }))
  await expect.element(field('Company name')).toHaveValue('Halden Meters')
  await userEvent.upload(page.elementLocator(logoInput()), await aPicture())
  await person.click(save)
  await expect
    .poll(() => server.requests('company.update').map(({ body }) => Object.keys(body)))
    .toEqual([['areApiKeysOff'], ['logo']])
})

it('forbids API keys immediately', async () => {
  const session = aSession()
  const { company } = session.user
  if (!company) throw new Error('no company')
  const { server } = await openPage('/settings/company', {
    session,
    answers: {
      'company.info': { company: aCompanyInfo() },
      'company.update': ({ body }) => ({ company: { ...company, ...body, logo: null } }),
    },
  })
  const keys = page.getByRole('switch', { name: 'API keys' })
  await expect.element(keys).toBeChecked()
  await person.click(keys)
  await expect.element(keys).not.toBeChecked()
  expect(server.requests('company.update').map(({ body }) => body)).toEqual([{ areApiKeysOff: true }])
})

it('is not available to team members', async () => {
  await openPage('/settings/company', { session: aSession({ role: 'user' }) })
  await expectVisible(heading('How can I help?'))
})

it('leads an administrator home who is none any more when the form is saved', async () => {
  const { server } = await openPage('/settings/company', {
    session: aSession({ role: 'admin' }),
    answers: { 'company.info': { company: aCompanyInfo() }, 'company.update': refuse('forbidden') },
  })
  await person.fill(field('Company name'), 'Halden Meters')
  const { user, ...session } = aSession({ role: 'user' })
  const abilities = { ...user.abilities, editCompany: false, manageUsers: false }
  server.answer({ 'user.me': { ...session, user: { ...user, abilities } } })
  await person.click(save)
  await expect.poll(() => location.pathname).toBe('/')
})

it('leaves a refusal because of the company to the page about its state', async () => {
  const { server } = await openPage('/settings/company', {
    answers: {
      'company.info': { company: aCompanyInfo() },
      'company.status': { isActivated: false },
      'company.update': refuse('company_deactivated', { company: true }),
    },
  })
  await person.fill(field('Company name'), 'Halden Meters')
  server.answer({ 'user.me': aSession({ role: 'owner', company: aCompany({ role: 'owner', isActivated: false }) }) })
  await person.click(save)
  await expect.poll(() => location.pathname).toBe('/inactive')
})
