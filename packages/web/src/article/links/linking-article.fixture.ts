/** An article that is read, with links in its text, for tests. */
import type { Article, Backlink } from '@knowreel/shared/article/article.wire.ts'
import type { Answers } from '../../../test/fake-server.ts'
import { aTreeEntry, aWorkspace } from '../../../test/samples.ts'
import { workspaceAnswers } from '../../../test/workspace-answers.ts'
import { buildArticle } from '../edit/draft/draft.fixture.ts'

export const linkedId = 'tar5678923'
export const readingUrl = '/b/ws23456789/runbooks/art2345678/replace-a-meter/notes'

const workspace = aWorkspace({ id: 'runbooks', shortId: 'ws23456789', slug: 'runbooks', visibility: 'public' })
const entry = aTreeEntry({ id: 'article-1', shortId: 'art2345678', slug: 'replace-a-meter', title: 'Replace a meter' })

export const anArticle = (text: string, change: Partial<Article> = {}): Article =>
  buildArticle({
    ...entry,
    isDraft: false,
    publishedAt: '2026-11-12T10:00:00.000Z',
    workspace,
    textTabs: [{ id: 'steps-----------', key: 'steps-----------', title: 'Steps', slug: 'steps', text }],
    ...change,
  })

export const aBacklink = (title: string, change: Partial<Backlink> = {}): Backlink => ({
  id: title,
  shortId: 'art3456789',
  slug: 'slug',
  title,
  duration: 0,
  workspace,
  ...change,
})

export const readingAnswers = (text: string): Answers => ({
  ...workspaceAnswers([{ ...workspace, order: [{ value: entry.id, items: [] }] }], [entry]),
  'article.get': { article: anArticle(text) },
  'comment.count': { commentsCount: 0 },
  'comment.list': { comments: [], isTruncated: false, before: null },
  'notification.articleFollow': { follow: null },
})
