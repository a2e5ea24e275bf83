import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import type { VersionEntry } from '@knowreel/shared/article/article-version.calls.ts'
import { openPage } from '../../../test/open-page.tsx'
import { button, expectText, expectVisible, heading, person, texts } from '../../../test/person.ts'
import { aTreeEntry, aWorkspace } from '../../../test/samples.ts'
import { workspaceAnswers } from '../../../test/workspace-answers.ts'
import { buildArticle } from '../edit/draft/draft.fixture.ts'

const workspace = aWorkspace({ id: 'runbooks', shortId: 'runbooks', slug: 'runbooks' })
const entry = aTreeEntry({ id: 'article-1', title: 'Replace a meter' })
const someone = {
  firstName: '',
  lastName: '',
  email: null,
  profileImage: null,
  jobTitle: null,
  isDeactivated: false,
}
const version = (number: number, time: string): VersionEntry => ({
  version: number,
  time,
  author: null,
  profileImage: null,
  articleId: 'article-1',
  changes: number === 3 ? ['title', 'notes'] : null,
})

async function openArticle(width: number, versionsCount = 3) {
  const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 3_600_000).toISOString()
  const article = buildArticle({
    ...entry,
    isDraft: false,
    workspace,
    publishedAt: '2026-01-12T10:00:00.000Z',
    updatedAt: daysAgo(3),
    author: { ...someone, id: 'ines', name: 'Ines Okafor' },
    updatedByUser: { ...someone, id: 'jonas', name: 'Jonas Lindqvist' },
    versionsCount,
  })
  const { server } = await openPage('/b/runbooks/runbooks/article-1/article/notes', {
    width,
    height: 900,
    answers: {
      ...workspaceAnswers([{ ...workspace, order: [{ value: entry.id, items: [] }] }], [entry]),
      'article.get': { article },
      'articleVersion.list': {
        versions: [
          version(3, '2025-11-18T16:31:00.000Z'),
          version(2, '2024-11-12T11:20:00.000Z'),
          version(1, '2024-10-29T17:16:00.000Z'),
        ],
        currentChanges: ['recording'],
      },
      'comment.count': { commentsCount: 0 },
      'comment.list': { comments: [], isTruncated: false, before: null },
      'notification.articleFollow': { follow: null },
    },
  })
  await expectVisible(heading('Replace a meter', 1))
  return server
}

const panel = page.getByRole('complementary', { name: 'Versions' })
const main = () => page.getByRole('main').element().getBoundingClientRect()

it('says who updated the article when, and leads to its versions', async () => {
  await openArticle(1600)
  await expectVisible('Updated 3 days ago by Jonas Lindqvist')
  await expectVisible('Published 12 January 2026 by Ines Okafor')
  const width = main().width
  await person.click(button('3 saved versions'))
  await expectVisible(panel)
  await expectVisible(panel.getByText('Changed: title, notes'))
  await expectText(panel.getByRole('link', { name: /^Current version/ }), 'Changed: recording')
  expect(texts(panel.getByRole('heading', { level: 4 })), 'the year, which the rows leave out').toEqual([
    '2025',
    '2024',
  ])
  await expect.poll(() => main().width, { message: 'beside the text' }).toBeLessThan(width)
})

it('counts the versions without loading them', async () => {
  const server = await openArticle(1600, 1001)
  await expectVisible(button('1000+ saved versions'))
  expect(server.requests('articleVersion.list')).toEqual([])
  await person.click(button('1000+ saved versions'))
  await expect.poll(() => server.requests('articleVersion.list')).toHaveLength(1)
})

it('lies over the text where there is no room beside it', async () => {
  await openArticle(1400)
  const width = main().width
  await person.click(button('3 saved versions'))
  await expectVisible(panel)
  expect(main().width).toBe(width)
  await person.press('Escape')
  await expect.poll(() => panel.query()).toBeNull()
})
