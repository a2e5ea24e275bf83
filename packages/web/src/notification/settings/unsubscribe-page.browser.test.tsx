import { expect, it } from 'vitest'
import { refuse } from '../../../test/fake-server.ts'
import { openPage } from '../../../test/open-page.tsx'
import { button, expectVisible, heading, link, person } from '../../../test/person.ts'

it('reports that an old link no longer works, and links to the settings', async () => {
  await openPage('/unsubscribe/of-another-time', {
    session: null,
    answers: { 'notification.unsubscribe': refuse('link_not_valid'), 'session.providers': { providers: [] } },
  })
  await person.click(button('Unsubscribe'))
  await expectVisible(heading('This link no longer works'))
  await person.click(link('Notification settings'))
  await expect.poll(() => location.pathname).toBe('/login/-/-/-/%2Fsettings%2Fprofile')
})

it('ends the emails about an article once the button is pressed', async () => {
  const { server } = await openPage('/unsubscribe/a-token', {
    session: null,
    answers: { 'notification.unsubscribe': { what: 'article', title: 'Restart a gateway' } },
  })
  await expectVisible(heading('Unsubscribe'))
  expect(server.requests('notification.unsubscribe')).toEqual([])
  await person.click(button('Unsubscribe'))
  await expectVisible('You won’t receive emails about “Restart a gateway” any more.')
  expect(server.requests('notification.unsubscribe').map(({ body }) => body)).toEqual([{ token: 'a-token' }])
})
