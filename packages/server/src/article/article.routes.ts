import { articleCalls, draftCalls } from '@knowreel/shared/article/article.calls.ts'
import { AppError } from '@knowreel/shared/error/app-error.ts'
import { tagCalls } from '@knowreel/shared/tag/tag.calls.ts'
import { requireUsableCompany, serve, type Actor, type Member, type SignAddress } from '../access/index.ts'
import type { Db } from '../platform/database/db.ts'
import type { Enqueue } from '../platform/jobs/index.ts'
import { countDrafts, listArticles, listDrafts } from './article-list.queries.ts'
import { keepArticleParents } from './article-parents.ts'
import { mayEditArticles } from './article-standing.ts'
import { toTextTabs } from './article-view.ts'
import { articlePolicy } from './article.policy.ts'
import { findDraftId } from './article.queries.ts'
import { withReadTexts } from './content-change.ts'
import { deleteArticle, deleteDraft } from './delete-article.ts'
import { discardDraft, readDiscardHash } from './discard-draft.ts'
import { withLiveNotes, type LiveNotes } from './live-notes.ts'
import { publishArticle } from './publish-article.ts'
import { findDraft, getDraft, getPublished, showPublished, type ReadParts } from './read-article.ts'
import { saveDraft } from './save-draft.ts'
import { setArchived } from './set-archived.ts'
import { searchTags } from './tag.queries.ts'

export type ArticleParts = {
  readonly db: Db
  readonly signAddress: SignAddress
  /** The live documents of this process; null in one that serves none. */
  readonly live: LiveNotes | null
  readonly enqueue: Enqueue
}

/** Guests come as far as reading; the rules of these calls have let in members only. */
function requireMember(actor: Actor | null): Member {
  if (actor === null) throw new AppError('not_signed_in')
  requireUsableCompany(actor)
  return actor
}

const readParts = ({ db, signAddress }: ArticleParts): ReadParts => ({
  db,
  signAddress,
  parents: keepArticleParents(db),
})

export const articleRoutes = (parts: ArticleParts) => {
  const { db, signAddress } = parts
  const reading = readParts(parts)

  return serve(articleCalls, articlePolicy, {
    list: async ({ actor, query }) => ({ articles: await listArticles(db, { actor, signAddress }, query.page) }),
    get: async ({ actor, subject, query }) => {
      const draftId = query.draft && mayEditArticles(subject.workspace) ? await findDraftId(db, subject.id) : null
      const draft = actor === null || draftId === null ? null : await findDraft(reading, actor, draftId)
      return { article: draft ?? (await showPublished(reading, actor, subject)) }
    },
    save: async ({ actor, subject, body }) => {
      const member = requireMember(actor)
      const { isPublish, isKeepDraft, isNotification, ...input } = body
      if (isPublish) {
        const options = { isKeepDraft, isNotification }
        const liveParts = withLiveNotes(parts)
        const id = await withReadTexts(input, (sent) => publishArticle(liveParts, member, subject, sent, options))
        return { article: await getPublished(reading, member, id) }
      }
      const id = await withReadTexts(input, (sent) => saveDraft(parts, member, subject, sent, { isByHand: true }))
      return { article: await getDraft(reading, member, id) }
    },
    saveDraft: async ({ actor, subject, body }) => {
      const member = requireMember(actor)
      const id = await withReadTexts(body, (sent) => saveDraft(parts, member, subject, sent, { isByHand: false }))
      const article = await getDraft(reading, member, id)
      return { article, hash: article.hash }
    },
    notes: async ({ subject }) => ({ notes: toTextTabs(subject.tabs) }),
    remove: async ({ subject }) => ({ success: true, ...(await deleteArticle(withLiveNotes(parts), subject.id)) }),
    setArchived: async ({ subject, body }) => {
      const ids = [...new Set(subject.map(({ id }) => id))]
      return { success: true, ...(await setArchived(db, ids, body.isArchived)) }
    },
  })
}

export const draftRoutes = (parts: ArticleParts) => {
  const { db, signAddress } = parts
  const reading = readParts(parts)

  return serve(draftCalls, articlePolicy, {
    list: async ({ actor, query }) => listDrafts(db, { actor, signAddress }, query),
    count: async ({ actor }) => ({ draftsCount: await countDrafts(db, actor) }),
    get: async ({ actor, subject }) => ({ article: await getDraft(reading, requireMember(actor), subject.id) }),
    remove: async ({ subject }) => {
      await deleteDraft(withLiveNotes(parts), subject.id)
      return { success: true }
    },
    discardHash: async ({ subject }) => ({ hash: await readDiscardHash(db, subject.id) }),
    discard: async ({ actor, subject, body }) => {
      const member = requireMember(actor)
      const discarded = await discardDraft(withLiveNotes(parts), member, subject.id, body?.hash)
      switch (discarded.kind) {
        case 'nothing':
          return { article: null }
        case 'original':
          return { article: await getPublished(reading, member, discarded.id) }
        case 'draft':
          return { article: await getDraft(reading, member, discarded.id) }
      }
    },
  })
}

export const tagRoutes = ({ db }: Pick<ArticleParts, 'db'>) =>
  serve(
    tagCalls,
    {},
    {
      search: async ({ actor, params }) => ({ tags: await searchTags(db, actor, params.q) }),
    },
  )
