import { expect, it } from 'vitest'
import { openPage } from '../../../test/open-page.tsx'
import { button, dialog, expectGone, expectVisible, field, menuItem, person } from '../../../test/person.ts'
import { aCompany } from '../../../test/samples.ts'

it('is free for another company after it was closed while the host of the last one is checked', async () => {
  const { server, session } = await openPage('/', {
    answers: {
      'company.domain': ({ params: { name } }) => ({ name, isAvailable: true, isReady: false }),
      'company.create': ({ body }) => ({ company: aCompany({ title: body.title, slug: 'nordlys' }), token: 'new' }),
    },
  })
  const openDialog = async () => {
    await person.click(button(`${session.user.name}, user menu`))
    await person.click(menuItem('Create a company'))
  }
  await openDialog()
  await person.fill(field('Company name'), 'Nordlys')
  await person.click(button('Create company'))
  await expectVisible('Preparing Nordlys')
  await expect.poll(() => server.requests('company.domain').length).toBeGreaterThan(0)
  await person.click(dialog('Create a company').getByRole('button', { name: 'Close' }).last())
  await expectGone(dialog())
  await openDialog()
  await expect.element(field('Company name')).toHaveValue('')
})
