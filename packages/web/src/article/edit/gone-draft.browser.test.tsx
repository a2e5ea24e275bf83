import { beforeEach, expect, it } from 'vitest'
import { refuse } from '../../../test/fake-server.ts'
import { openDraft } from '../../../test/open-draft.ts'
import { button, dialog, expectText, expectVisible, field, menuItem, person } from '../../../test/person.ts'
import { dismissToast } from '../../ui/toast/toast.ts'
import { buildArticle } from './draft/draft.fixture.ts'

beforeEach(() => dismissToast())

const ben = { id: '0193cf0a-0000-7000-8000-000000000002', name: 'Ben Marsh' }
const ada = { id: '0193cf0a-0000-7000-8000-000000000003', name: 'Ada Byron' }
const reason = 'This draft was deleted or moved to another company, or you no longer have access to it'

it('names the colleagues who edit a draft before it is deleted', async () => {
  const { join } = await openDraft({ 'finder.search': { items: [] } })
  join(ben)
  join(ada)
  await expectVisible('2 others here')
  await person.click(button('More', { exact: true }))
  await person.click(menuItem('Delete draft'))
  await expectText(dialog(), 'Ben Marsh and Ada Byron are editing it now. The draft is deleted for everyone.')
  await person.press('Escape')
})

it('says why the title of a draft that moved to another company cannot be saved', async () => {
  await openDraft({ 'article.saveDraft': refuse('not_found') })
  await person.fill(field('Title', { exact: true }), 'Another title')
  await expectVisible(reason)
  await expect.element(field('Title', { exact: true })).toHaveValue('Another title')
})

it('says why it leaves a draft that moved to another company, if everything is saved', async () => {
  const { server, receive } = await openDraft()
  server.answer({ 'draft.get': refuse('not_found') })
  receive({ type: 'access' })
  await expectVisible(reason)
  await expect.poll(() => location.pathname).toBe('/drafts')
})

it('goes on saving if the published article, which it would lead to, cannot be read', async () => {
  const article = buildArticle({
    original: { id: '0198a7e2-0000-7000-8000-000000000009', shortId: 'published9' },
  })
  const { server, receive } = await openDraft({
    'draft.get': { article },
    'article.get': refuse('internal'),
    'article.saveDraft': { article, hash: article.hash },
  })
  server.answer({ 'draft.get': refuse('not_found') })
  receive({ type: 'access' })
  await expectVisible('Something went wrong')
  await person.fill(field('Title', { exact: true }), 'Another title')
  await expect.poll(() => server.requests('article.saveDraft').length).toBe(1)
})
