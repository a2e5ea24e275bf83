import type { Review } from '@knowreel/shared/review/review.calls.ts'
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { refuse, type Answers } from '../../test/fake-server.ts'
import { openPage } from '../../test/open-page.tsx'
import { button, dialog, expectGone, expectVisible, field, menuItem, person, toast } from '../../test/person.ts'
import { aTreeEntry, aWorkspace } from '../../test/samples.ts'
import { workspaceAnswers } from '../../test/workspace-answers.ts'
import { buildArticle } from '../article/edit/draft/draft.fixture.ts'

const confirmedAt = '2026-11-12T10:00:00.000Z'
const aReview = (change: Partial<Review> = {}): Review => ({
  owner: null,
  reviewAt: '2027-02-25',
  everyMonths: 6,
  state: 'open',
  confirmedAt: null,
  confirmedBy: null,
  ...change,
})

const workspace = aWorkspace({ id: 'runbooks', shortId: 'runbooks', slug: 'runbooks', title: 'Support runbooks' })
const entry = aTreeEntry({ id: 'article-1', title: 'Replace a meter' })

function openArticle(answers: Answers, mayEdit = true) {
  const article = buildArticle({ ...entry, isDraft: false, workspace })
  const abilities = { ...article.abilities, editArticles: mayEdit }
  return openPage('/b/runbooks/runbooks/article-1/article/notes', {
    answers: {
      ...workspaceAnswers([{ ...workspace, order: [{ value: 'article-1', items: [] }] }], [entry]),
      'article.get': { article: { ...article, abilities } },
      'comment.count': { commentsCount: 0 },
      'comment.list': { comments: [], isTruncated: false, before: null },
      'notification.articleFollow': { follow: null },
      ...answers,
    },
  })
}

it('asks whether an article is still true, and saves the answer', async () => {
  let review = aReview({ state: 'due', reviewAt: '2026-11-01' })
  await openArticle({
    'review.get': () => ({ review }),
    'review.confirm': () => ({ review: (review = aReview({ state: 'confirmed', confirmedAt })) }),
  })
  await person.click(button('Still true?: review'))
  await person.click(menuItem('Still true'))
  await expectVisible(toast('Marked as still true'))
  await expectVisible(button('Confirmed 12 November 2026: review'))
})

it('lets editors choose who answers for it and when', async () => {
  const { server, session } = await openArticle({
    'review.get': { review: null },
    'review.save': ({ body }) => ({ review: aReview({ reviewAt: body.reviewAt, everyMonths: body.everyMonths }) }),
  })
  await person.click(button('Review date'))
  await field('Repeat').selectOptions('Every 3 months')
  await person.click(dialog('Still true?').getByRole('button', { name: 'Save' }))
  await expectGone(dialog('Still true?'))
  expect(server.requests('review.save')[0]?.body).toMatchObject({ ownerId: session.user.id, everyMonths: 3 })
  await expectVisible(button(/^Review .*: review$/))
})

it('says who cannot answer for it, and keeps what was chosen', async () => {
  await openArticle({ 'review.get': { review: null }, 'review.save': refuse('unknown_review_owner') })
  await person.click(button('Review date'))
  await person.click(dialog('Still true?').getByRole('button', { name: 'Save' }))
  await expectVisible('Please choose someone who can edit this article')
})

it('shows readers the state without actions, and nothing without a review', async () => {
  await openArticle({ 'review.get': { review: aReview({ state: 'confirmed', confirmedAt }) } }, false)
  await expectVisible('Confirmed 12 November 2026')
  await expectGone(page.getByRole('button', { name: /review/i }))
  await openArticle({ 'review.get': { review: null } }, false)
  await expectGone(button('Review date'))
})

it('aligns the offer to add a review date with the fields around it', async () => {
  await openArticle({ 'review.get': { review: null } })
  await expectVisible(button('Review date'))
  const icon = button('Review date').element().querySelector('svg')
  const title = page.getByRole('heading', { name: 'Replace a meter' }).element()
  expect(icon?.getBoundingClientRect().left).toBe(title.getBoundingClientRect().left)
})
