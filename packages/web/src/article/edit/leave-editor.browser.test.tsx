import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { refuse, type FakeServer } from '../../../test/fake-server.ts'
import { openDraft } from '../../../test/open-draft.ts'
import { button, dialog, expectGone, expectVisible, heading, menuItem, person } from '../../../test/person.ts'
import { aWorkspace } from '../../../test/samples.ts'
import { buildArticle } from './draft/draft.fixture.ts'

const title = page.getByRole('textbox', { name: 'Title' })
const draftPath = '/draft/art5678901'

/** Lists and article are refetched once the article is shown: these requests must not reach the next test. */
async function expectArticleQuiet(server: FakeServer): Promise<void> {
  let count = 0
  const isQuiet = () => {
    const before = count
    count = server.requests('article.get').length
    return before === count
  }
  await expect.poll(isQuiet, { interval: 1000 }).toBe(true)
}

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
  await expectArticleQuiet(server)
})

it('leaves once when Escape is pressed repeatedly while the article loads', async () => {
  const workspace = aWorkspace({ id: 'runbooks', shortId: 'runbooks', slug: 'runbooks', visibility: 'organization' })
  const article = buildArticle({ id: 'original', shortId: 'original', workspace, isDraft: false })
  const loaded = Promise.withResolvers<void>()
  const { server } = await openDraft({
    'draft.get': { article: buildArticle({ workspace, original: { id: 'original', shortId: 'original' } }) },
    'article.get': () => loaded.promise.then(() => refuse('internal')),
    'notification.articleFollow': { follow: null },
  })
  await person.press('Escape')
  await expect.poll(() => server.requests('article.get')).toHaveLength(1)
  await person.press('Escape')
  await person.press('Escape')
  expect(server.requests('article.get')).toHaveLength(1)
  loaded.resolve()
  await expectVisible(page.getByRole('alert').filter({ hasText: 'Something went wrong' }))
  expect(location.pathname).toBe(draftPath)
  // After a failure the key works again.
  server.answer({ 'article.get': { article } })
  await person.press('Escape')
  await expect.poll(() => location.pathname).toMatch(/^\/b\/runbooks\/runbooks\/original\//)
  await expectVisible(heading('Escalation policy', 1))
  await expectArticleQuiet(server)
})

it('leaves with Escape also after the person has stayed once, because changes were not saved', async () => {
  await openDraft()
  await person.fill(title, 'Handover at night')
  const question = dialog('Leave without saving?')
  for (const answer of ['Stay', 'Leave']) {
    ;(document.activeElement as HTMLElement).blur()
    getSelection()?.removeAllRanges()
    await person.press('Escape')
    await expectVisible(question)
    expect(location.pathname).toBe(draftPath)
    await person.click(question.getByRole('button', { name: answer }))
    await expectGone(question)
  }
  await expect.poll(() => location.pathname).toBe('/drafts')
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
  // A tooltip that is still closing uses the key, too.
  await expectGone(page.getByRole('tooltip'))
  await person.press('Escape')
  await expect.poll(() => location.pathname).toBe('/drafts')
})
