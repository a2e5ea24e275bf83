import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { refuse, type Answers } from '../../../test/fake-server.ts'
import { openPage } from '../../../test/open-page.tsx'
import { expectGone, expectText, expectVisible, heading, link, person, texts } from '../../../test/person.ts'
import { aPreview } from '../../../test/samples.ts'
import { linkedId, readingAnswers, readingUrl } from './linking-article.fixture.ts'

const card = page.getByRole('tooltip').filter({ hasText: 'Support runbooks' })
const posterUrl = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'
const preview = aPreview({
  id: '0198a7e2-0000-7000-8000-000000000009',
  shortId: linkedId,
  title: 'Read a gateway log',
  excerpt: 'The first words.',
})
const linkTo = (href: string, text: string) => `<p><a href="${href}" target="_blank">${text}</a></p>`
const text = [
  linkTo(`/b/ws23456789/runbooks/${linkedId}/old-slug`, 'the log'),
  linkTo(`${location.origin}/article/${linkedId}`, 'whole address'),
  linkTo('/b/ws23456789/runbooks/art2345678/replace-a-meter/video', 'this recording'),
  linkTo('https://elsewhere.example/b/ws23456789/runbooks/tar5678923', 'elsewhere'),
].join('')

async function openArticle(answers: Answers = {}) {
  const opened = await openPage(readingUrl, {
    answers: { ...readingAnswers(text), 'article.previews': { previews: [preview] }, ...answers },
  })
  // The code of the cards loads with that of the end of the page.
  await expect.poll(() => opened.server.requests('article.backlinks').length).toBe(1)
  // Keys reach the page after a click in it.
  await person.click(heading('Replace a meter', 1))
  return opened
}
const leaveLinks = () => person.hover(heading('Replace a meter', 1))
const waitLongerThanTheDelay = () => new Promise((resolve) => setTimeout(resolve, 700))

it('shows a card of the article while the pointer is on a link to it, and loads it once', async () => {
  const { server } = await openArticle()
  await person.hover(link('the log'))
  await expectVisible(card)
  await expectText(card, 'Read a gateway logSupport runbooksThe first words.')
  await expect.element(link('the log')).toHaveAccessibleDescription(/^Read a gateway log/)
  await leaveLinks()
  await expectGone(card)
  await expect.element(link('the log')).not.toHaveAttribute('aria-describedby')
  await person.hover(link('the log'))
  await expectVisible(card)
  expect(server.requests('article.previews').map(({ query }) => query.ids)).toEqual([[linkedId]])
})

it('shows the poster and the duration of a recording, also for a link with the whole address', async () => {
  await openArticle({ 'article.previews': { previews: [{ ...preview, duration: 65_000, posterUrl }] } })
  await person.hover(link('whole address'))
  await expectText(card, '1:05')
  expect(card.element().querySelector('img')?.src).toBe(posterUrl)
})

it('stays while the pointer is on the card, and Escape closes it until the pointer returns', async () => {
  await openArticle()
  await person.hover(link('the log'))
  await expectVisible(card)
  await person.hover(card)
  await waitLongerThanTheDelay()
  await expectVisible(card)
  await person.press('Escape')
  await expectGone(card)
  await leaveLinks()
  await person.hover(link('the log'), { at: { x: 2, y: 8 } })
  await expectVisible(card)
  await person.press('Escape')
  await expectGone(card)
  await person.hover(link('the log'), { at: { x: 8, y: 8 } })
  await waitLongerThanTheDelay()
  await expectGone(card)
})

it('shows the card of the link that the keyboard is on', async () => {
  await openArticle()
  // Focus is shown after a key was pressed.
  await person.press('Tab')
  await person.focus(link('the log'))
  await expectVisible(card)
  await person.press('Escape')
  await expectGone(card)
  await expect.element(link('the log')).toHaveFocus()
  await person.press('Tab')
  await expect.element(link('whole address')).toHaveFocus()
  await expectVisible(card)
  await person.press('Tab')
  await expectGone(card)
})

it('shows no card for links to the same article or elsewhere, and requests none', async () => {
  const { server } = await openArticle()
  for (const name of ['this recording', 'elsewhere']) {
    await person.hover(link(name))
    await waitLongerThanTheDelay()
  }
  expect(server.requests('article.previews')).toEqual([])
})

it('shows no card for a link that the pointer only passes', async () => {
  const { server } = await openArticle()
  // Without the time that a real movement takes on a busy machine.
  for (const passed of [link('the log'), heading('Replace a meter', 1)])
    passed.element().dispatchEvent(new PointerEvent('pointerover', { bubbles: true, pointerType: 'mouse' }))
  await waitLongerThanTheDelay()
  expect(server.requests('article.previews')).toEqual([])
})

it.each<[string, Answers['article.previews']]>([
  ['that the person does not see', { previews: [] }],
  ['that cannot be loaded', refuse('not_found')],
])('shows nothing of an article %s', async (_, answer) => {
  const { server } = await openArticle({ 'article.previews': answer })
  await person.hover(link('the log'))
  await expect.poll(() => server.requests('article.previews').length).toBe(1)
  await waitLongerThanTheDelay()
  await expectGone(page.getByRole('tooltip'))
  expect(texts(page.getByRole('alert')).join('')).toBe('')
})

it('shows guests no cards', async () => {
  const { server } = await openPage(readingUrl, { session: null, answers: readingAnswers(text) })
  await expect.poll(() => server.requests('article.backlinks').length).toBe(1)
  await person.hover(link('the log'))
  await waitLongerThanTheDelay()
  expect(server.requests('article.previews')).toEqual([])
})
