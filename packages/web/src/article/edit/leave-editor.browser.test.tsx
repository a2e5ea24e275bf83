import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { openDraft } from '../../../test/open-draft.ts'
import { button, expectGone, expectVisible, heading, menuItem, person } from '../../../test/person.ts'
import { aWorkspace } from '../../../test/samples.ts'
import { buildArticle } from './draft/draft.fixture.ts'

const title = page.getByRole('textbox', { name: 'Title' })
const draftPath = '/draft/art5678901'

it('leaves a draft that was never published for the drafts', async () => {
  await openDraft()
  await person.click(button('Back to drafts'))
  await expect.poll(() => location.pathname).toBe('/drafts')
})

it('leaves the draft of a published article for the article', async () => {
  const workspace = aWorkspace({ id: 'runbooks', shortId: 'runbooks', slug: 'runbooks', visibility: 'organization' })
  const article = buildArticle({ id: 'original', shortId: 'original', workspace, isDraft: false })
  const { server } = await openDraft({
    'draft.get': { article: buildArticle({ workspace, original: { id: 'original', shortId: 'original' } }) },
    'article.get': { article },
    'notification.articleFollow': { follow: null },
  })
  await person.click(button('Back to article'))
  await expect.poll(() => location.pathname).toMatch(/^\/b\/runbooks\/runbooks\/original\//)
  await expectVisible(heading('Escalation policy', 1))
  // Lists and article are refetched once the article is shown: these requests must not reach the next test.
  let count = 0
  const isQuiet = () => {
    const before = count
    count = server.requests('article.get').length
    return before === count
  }
  await expect.poll(isQuiet, { interval: 1000 }).toBe(true)
})

it('leaves with Escape, but only when nothing else uses the key', async () => {
  await openDraft()
  await person.click(button('More'))
  await expectVisible(menuItem('Delete draft'))
  await person.press('Escape')
  await expectGone(menuItem('Delete draft'))
  expect(location.pathname).toBe(draftPath)
  await person.focus(title)
  await person.press('Escape')
  expect(location.pathname, 'a field that is written in').toBe(draftPath)
  ;(title.element() as HTMLElement).blur()
  getSelection()?.selectAllChildren(heading('Escalation policy', 1).element())
  await person.press('Escape')
  expect(location.pathname, 'selected text').toBe(draftPath)
  getSelection()?.removeAllRanges()
  await person.press('Escape')
  await expect.poll(() => location.pathname).toBe('/drafts')
})
