import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { openPage, phone } from '../../../test/open-page.tsx'
import { link, person } from '../../../test/person.ts'
import { linkedId, readingAnswers, readingUrl } from './linking-article.fixture.ts'

it('shows no card for a link that is touched', async () => {
  await person.useTouchScreen()
  const text = `<p><a href="/b/ws23456789/runbooks/${linkedId}/log">the log</a></p>`
  const { server } = await openPage(readingUrl, { answers: readingAnswers(text), ...phone })
  await expect.poll(() => server.requests('article.backlinks').length).toBe(1)
  document.addEventListener('click', (event) => event.preventDefault(), { capture: true, once: true })
  await person.putFinger(link('the log'))
  await new Promise((resolve) => setTimeout(resolve, 700))
  expect(server.requests('article.previews')).toEqual([])
  expect(page.getByRole('tooltip').elements()).toEqual([])
  await person.liftFinger()
})
