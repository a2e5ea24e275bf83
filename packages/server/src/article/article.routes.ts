import { articleCalls, draftCalls, type ArticleInput } from '@knowreel/shared/article/article.calls.ts'
import type { ArticlePreview } from '@knowreel/shared/article/article.wire.ts'
import { AppError } from '@knowreel/shared/error/app-error.ts'
import { articleMap } from '@knowreel/shared/video/paragraph/paragraph-tree.ts'
import { authorise, fileReader, type Member, requireMember, serve, type SignAddress } from '../access/index.ts'
import { recordReferencedFiles } from '../file/index.ts'
import { htmlToNoteJson } from '../note/index.ts'
import type { Db } from '../platform/database/db.ts'
import type { Enqueue } from '../platform/jobs/index.ts'
import { listPosters } from '../video/index.ts'
import { displayedTitle } from '../workspace/index.ts'
import { listBacklinks, type ArticleHosts } from './list/backlinks.queries.ts'
import { countDrafts, listArticles, listDrafts, listPreviewedArticles } from './list/article-list.queries.ts'
import type { ArticleParentCache } from './read/article-parent-cache.ts'
import type { ArticleReadCounter } from './read/article-read-counter.ts'
import { mayEditArticles } from './article-access.ts'
import { toTextTabs } from './read/article-view.ts'
import { articlePolicy } from './article.policy.ts'
import { findDraftId } from './article.queries.ts'
import { withParsedTexts } from './draft/read-content.ts'
import { deleteArticle, deleteDraft } from './delete/delete-article.ts'
import { mergeArticles, type MoveNotifications } from './move/merge-articles.ts'
import { transferArticle } from './move/transfer-article.ts'
import { duplicateArticle } from './move/duplicate-article.ts'
import { addNotes } from './ports/add-notes.ts'
import { fileArticles } from './ports/file-articles.ts'
import { discardDraft, readDiscardHash } from './draft/discard-draft.ts'
import { requireLiveNotes, type LiveNotes } from './live-notes.ts'
import { listDownloads, retryArticleRendition } from './read/list-downloads.ts'
import type { NotifyOfPublish } from './publish/commit-publication.ts'
import { publishArticle } from './publish/publish-article.ts'
import { findDraft, getDraft, getPublished, showPublished, type ReadDependencies } from './read/read-article.ts'
import { saveDraft } from './draft/save-draft.ts'
import { setArchived } from './move/set-archived.ts'

export type ArticleDependencies = ReadDependencies & {
  readonly parents: ArticleParentCache
  /** The live documents of this process; null in one that serves none. */
  readonly live: LiveNotes | null
  readonly enqueue: Enqueue
  readonly notifyOfPublish: NotifyOfPublish
  readonly moveNotifications: MoveNotifications
  readonly reads: Pick<ArticleReadCounter, 'count'>
  readonly hosts: () => ArticleHosts
}

export const articleRoutes = (dependencies: ArticleDependencies) => {
  const { db, signAddress, parents } = dependencies
  const reading = { db, signAddress, parents }
  const bring = (actor: Member, id: string, { textTabs = [], cover }: Pick<ArticleInput, 'textTabs' | 'cover'>) => {
    const texts = [...textTabs.map(({ text }) => text), cover?.source].filter((text) => typeof text === 'string')
    return recordReferencedFiles({ db, articles: fileArticles, actor }, id, texts)
  }

  return serve(articleCalls, articlePolicy, {
    list: async ({ actor, query }) => ({ articles: await listArticles(db, { actor, ...reading }, query) }),
    previews: async ({ actor, query }) => ({ previews: await readPreviews(dependencies, actor, query.ids) }),
    get: async ({ actor, subject, query }) => {
      const draftId = query.draft && mayEditArticles(subject.workspace) ? await findDraftId(db, subject.id) : null
      const draft = actor === null || draftId === null ? null : await findDraft(reading, actor, draftId)
      if (draft === null) dependencies.reads.count(subject.id)
      return { article: draft ?? (await showPublished(reading, actor, subject)) }
    },
    save: async ({ actor, subject, body }) => {
      const member = requireMember(actor)
      const { isPublish, isKeepDraft, isNotification, restoresVersion = null, ...input } = body
      if (isPublish) {
        const options = { isKeepDraft, isNotification, restoresVersion }
        const liveParts = requireLiveNotes(dependencies)
        const id = await withParsedTexts(input, (sent) => publishArticle(liveParts, member, subject, sent, options))
        await bring(member, id, input)
        return { article: await getPublished(reading, member, id) }
      }
      const id = await withParsedTexts(input, (sent) =>
        saveDraft(dependencies, member, subject, sent, { isManual: true }),
      )
      await bring(member, id, input)
      return { article: await getDraft(reading, member, id) }
    },
    saveDraft: async ({ actor, subject, body }) => {
      const member = requireMember(actor)
      const id = await withParsedTexts(body, (sent) =>
        saveDraft(dependencies, member, subject, sent, { isManual: false }),
      )
      await bring(member, id, body)
      const article = await getDraft(reading, member, id)
      return { article, hash: article.hash }
    },
    notes: async ({ subject }) => ({ notes: toTextTabs(subject.tabs) }),
    backlinks: async ({ actor, subject: { id, short_id: shortId, company_id: companyId }, query }) =>
      listBacklinks(db, actor, { id, shortId, companyId }, { page: query.page, hosts: dependencies.hosts() }),
    videos: async ({ actor, subject }) => listDownloads({ db, signAddress }, requireMember(actor), subject),
    retryRendition: async ({ subject }) => {
      await retryArticleRendition(dependencies, subject.id)
      return { success: true }
    },
    remove: async ({ actor, subject }) => ({
      success: true,
      ...(await deleteArticle(requireLiveNotes(dependencies), requireMember(actor), subject.id)),
    }),
    duplicate: async ({ actor, subject }) => {
      const member = requireMember(actor)
      const { id, workspaceOrder } = await duplicateArticle(dependencies, member, subject.id)
      return { article: await getPublished(reading, member, id), workspaceOrder }
    },
    merge: async ({ actor, subject, body }) => {
      const member = requireMember(actor)
      if (!body.targetId) throw new AppError('merge_target_missing')
      const target = await authorise(db, member, articlePolicy['article.edit'], body.targetId)
      const pair = { leftId: subject.id, targetId: target.id }
      const workspaceOrder = await mergeArticles(requireLiveNotes(dependencies), member, pair)
      return { article: await getPublished(reading, member, target.id), workspaceOrder }
    },
    transfer: async ({ actor, subject, body }) => ({
      success: true,
      ...(await transferArticle(dependencies, requireMember(actor), subject.id, body)),
    }),
    setArchived: async ({ actor, subject, body }) => {
      const articleIds = [...new Set(subject.map(({ id }) => id))]
      const input = { articleIds, isArchived: body.isArchived }
      return { success: true, ...(await setArchived(db, requireMember(actor), input)) }
    },
  })
}

export const draftRoutes = (dependencies: ArticleDependencies) => {
  const { db, signAddress, parents } = dependencies
  const reading = { db, signAddress, parents }

  return serve(draftCalls, articlePolicy, {
    list: async ({ actor, query }) => listDrafts(db, { actor, signAddress }, query),
    count: async ({ actor }) => ({ draftsCount: await countDrafts(db, actor) }),
    get: async ({ actor, subject }) => ({ article: await getDraft(reading, requireMember(actor), subject.id) }),
    append: async ({ actor, subject, body }) => {
      const member = requireMember(actor)
      const note = await htmlToNoteJson(body.text)
      const draft = await getDraft(reading, member, subject.id)
      const tabId = body.textTabId ?? draft.textTabs[0]?.id ?? null
      const { draftId } = await addNotes(dependencies, member, subject.id, { title: 'Notes', note, tabId })
      return { article: await getDraft(reading, member, draftId) }
    },
    remove: async ({ subject }) => {
      await deleteDraft(requireLiveNotes(dependencies), subject.id)
      return { success: true }
    },
    discardHash: async ({ subject }) => ({ hash: await readDiscardHash(db, subject.id) }),
    discard: async ({ actor, subject, body }) => {
      const member = requireMember(actor)
      const discarded = await discardDraft(requireLiveNotes(dependencies), member, subject.id, body?.hash)
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

/** Previews of the articles that the member sees in a workspace, in no particular order. */
async function readPreviews(
  { db, signAddress }: { readonly db: Db; readonly signAddress: SignAddress },
  member: Member,
  ids: readonly string[],
): Promise<ArticlePreview[]> {
  const articles = await listPreviewedArticles(db, member, ids)
  const maps = new Map(articles.map(({ id, paragraphs }) => [id, articleMap(paragraphs ?? [])]))
  const posters = await listPosters(db, member.company.id, maps)
  return articles.map(({ id, shortId, title, duration, text, ...workspace }) => {
    const key = posters.get(id)
    return {
      id,
      shortId,
      title,
      workspaceTitle: displayedTitle({ title: workspace.workspaceTitle, visibility: workspace.visibility }),
      duration,
      posterUrl: key === undefined ? null : signAddress(key, fileReader(member, `article:${id}`)),
      excerpt: firstWords(text ?? ''),
    }
  })
}

const maxExcerpt = 200

function firstWords(text: string): string {
  const line = text.replaceAll(/\s+/gu, ' ').trim()
  if (line.length <= maxExcerpt) return line
  const words = line.slice(0, line.lastIndexOf(' ', maxExcerpt)).trim()
  return words === '' ? Array.from(line).slice(0, maxExcerpt).join('') : words
}
