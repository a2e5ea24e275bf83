/**
 * The policy for articles and drafts. Only people of the company see its drafts; for one published in the meantime the
 * error names its article.
 */
import type { Permission } from '@knowreel/shared/access/permissions.ts'
import { AppError } from '@knowreel/shared/error/app-error.ts'
import { rule, type Actor } from '../access/index.ts'
import type { Db } from '../platform/database/db.ts'
import type { AnyRule } from '../platform/http/feature.ts'
import {
  mayReadArticle,
  mayDownloadRecording,
  mayEditArticles,
  mayEditDraft,
  mayOpenDraft,
  mayWatchSources,
} from './article-access.ts'
import { ranks } from '../workspace/index.ts'
import type { WorkspaceAccessRow } from './article-columns.ts'
import { findPublishedRow, findSubjectRows, type ArticleRow, type SubjectRow } from './article.queries.ts'

export type NewSubject = { readonly kind: 'new' }
export type DraftSubject = SubjectRow & { readonly kind: 'draft' }
export type PublishedSubject = SubjectRow & { readonly kind: 'published' }
/** A draft that was published into its original. */
export type GoneSubject = SubjectRow & {
  readonly kind: 'gone'
  readonly articleId: string
  readonly articleShortId: string
}
export type SaveSubject = NewSubject | DraftSubject | PublishedSubject | GoneSubject

type ExistingSubject = Exclude<SaveSubject, NewSubject>

/** The object that an id names for this actor; null if nothing exists or nothing is visible. */
export function resolveSubject(actor: Actor | null, row: SubjectRow): ExistingSubject | null {
  const { originalId, originalShortId } = row
  // An actor who may not open a draft learns nothing about it, not even that its workspace is archived.
  if (!row.isDeleted && !row.isPublished) {
    return actor !== null && !row.isOriginalGone && mayOpenDraft(actor, row) ? { ...row, kind: 'draft' } : null
  }
  if (originalId !== null && originalShortId !== null && (row.isOriginalGone || !mayReadArticle(actor, row.access)))
    return null
  if (row.isDeleted) {
    if (!row.isPublished || originalId === null || originalShortId === null) return null
    return { ...row, kind: 'gone', articleId: originalId, articleShortId: originalShortId }
  }
  return mayReadArticle(actor, row.access) ? { ...row, kind: 'published' } : null
}

async function findSubject(db: Db, actor: Actor | null, id: string): Promise<ExistingSubject | null> {
  const [row] = await findSubjectRows(db, actor, [id])
  return row === undefined ? null : resolveSubject(actor, row)
}

export async function loadPublished(db: Db, actor: Actor | null, id: string): Promise<PublishedSubject | null> {
  const found = await findSubject(db, actor, id)
  return found?.kind === 'published' ? found : null
}

async function loadAllPublished(
  db: Db,
  actor: Actor | null,
  ids: readonly string[],
): Promise<Map<string, PublishedSubject>> {
  const loaded = new Map<string, PublishedSubject>()
  for (const row of await findSubjectRows(db, actor, ids)) {
    const found = resolveSubject(actor, row)
    if (found?.kind === 'published') loaded.set(row.id, found).set(row.shortId, found)
  }
  return loaded
}

/** A deleted article, for those who saw it. A draft that was published or discarded is none. */
async function loadDeleted(db: Db, actor: Actor | null, id: string): Promise<SubjectRow | null> {
  const [row] = await findSubjectRows(db, actor, [id])
  const isDeleted = row !== undefined && row.isDeleted && row.isPublished && row.originalId === null
  return isDeleted && mayReadArticle(actor, row.access) ? row : null
}

/** A super admin may view published articles everywhere except in personal workspaces. */
export const isVisibleToSuperAdmin = (row: SubjectRow): boolean =>
  row.isPublished && !row.isDeleted && row.originalId === null && row.access !== null && !isPersonal(row.access)

const isPersonal = ({ visibility }: WorkspaceAccessRow): boolean => visibility === 'personal'

async function loadWithVersions(db: Db, actor: Actor | null, id: string): Promise<PublishedSubject | null> {
  const [row] = await findSubjectRows(db, actor, [id])
  if (row === undefined) return null
  if (actor?.isSuperAdmin && isVisibleToSuperAdmin(row)) return { ...row, kind: 'published' }
  const found = resolveSubject(actor, row)
  return found?.kind === 'published' ? found : null
}

/** Also in an archived workspace, because reading changes nothing. */
const mayReadVersions = (actor: Actor | null, { access }: PublishedSubject): boolean =>
  access !== null && (access.rank >= ranks.editor || (actor?.isSuperAdmin === true && !isPersonal(access)))

async function loadDraft(db: Db, actor: Actor | null, id: string): Promise<DraftSubject | null> {
  const found = await findSubject(db, actor, id)
  if (found === null || found.kind === 'draft') return found
  const article = found.kind === 'gone' ? { id: found.articleId, shortId: found.articleShortId } : found
  throw new AppError('draft_published', { facts: { articleId: article.id, articleShortId: article.shortId } })
}

/** The current playable content, published or not. */
async function loadPlayable(db: Db, actor: Actor | null, id: string): Promise<DraftSubject | PublishedSubject | null> {
  const found = await findSubject(db, actor, id)
  return found?.kind === 'gone' ? null : found
}

function mayDownload(actor: Actor | null, found: DraftSubject | PublishedSubject): boolean {
  const authorId = found.originalId === null ? found.authorId : found.originalAuthorId
  return mayDownloadRecording(actor, { ...found, authorId })
}

/** Which of these articles and drafts the actor may download. */
export async function filterDownloadable(db: Db, actor: Actor, ids: readonly string[]): Promise<Set<string>> {
  const rows = await findSubjectRows(db, actor, ids)
  return new Set(
    rows.flatMap((row) => {
      const found = resolveSubject(actor, row)
      return found !== null && found.kind !== 'gone' && mayDownload(actor, found) ? [row.id] : []
    }),
  )
}

/** Those who may watch an article or a draft may fetch what it plays, for as long as they may watch it. */
export const watchRule = rule({ load: loadPlayable, isForGuests: true, may: () => true })

/** The complete recordings, with everything that was cut from them. `mayWatchSources` refuses guests. */
export const sourceRule = rule({
  load: loadPlayable,
  isForGuests: true,
  may: (actor, found) => found.kind === 'draft' || mayWatchSources(actor, found),
})

/** Requires membership in the article's company, also for articles of public workspaces. */
export const readInCompanyRule = rule({
  load: loadPublished,
  may: (actor, { companyId }) => actor?.company?.id === companyId,
})

/** Also finds drafts that were published in the meantime. */
export async function loadSaveSubject(db: Db, actor: Actor | null, id: string): Promise<SaveSubject | null> {
  return id === 'new' ? { kind: 'new' } : findSubject(db, actor, id)
}

/** Loads the whole article in one statement, so that most reads need no other. */
async function loadArticle(db: Db, actor: Actor | null, id: string): Promise<ArticleRow | null> {
  const row = await findPublishedRow(db, actor, id)
  return row !== null && mayReadArticle(actor, row.workspace) ? row : null
}

/** The save or publish came too late: the draft has become this article. */
export const alreadyPublishedError = ({
  articleId,
  articleShortId,
}: Pick<GoneSubject, 'articleId' | 'articleShortId'>): AppError =>
  new AppError('already_published', { facts: { articleId, articleShortId } })

export function maySave(actor: Actor | null, subject: SaveSubject): boolean {
  if (actor === null) return false
  switch (subject.kind) {
    case 'new':
      return true
    case 'draft':
      return mayEditDraft(actor, subject)
    case 'published':
    case 'gone':
      return mayEditArticles(subject.access)
  }
}

export const articlePolicy = {
  'article.view': rule({ load: loadArticle, isForGuests: true, may: () => true }),
  'article.edit': rule({
    load: loadPublished,
    loadAll: loadAllPublished,
    may: (_actor, article) => mayEditArticles(article.access),
  }),
  'article.restore': rule({ load: loadDeleted, may: (_actor, { access }) => mayEditArticles(access) }),
  'article.versions': rule({ load: loadWithVersions, may: mayReadVersions }),
  'article.download': rule({ load: loadPlayable, may: mayDownload }),
  'article.save': rule({ load: loadSaveSubject, may: maySave }),
  'draft.view': rule({ load: loadDraft, may: () => true }),
  'draft.edit': rule({ load: loadDraft, may: (actor, draft) => actor !== null && mayEditDraft(actor, draft) }),
} as const satisfies Record<Extract<Permission, `article.${string}` | `draft.${string}`>, AnyRule>
