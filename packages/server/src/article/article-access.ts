/** The permissions of a person for an article, derived from the workspace that decides it. Pure. */
import { AppError } from '@knowreel/shared/error/app-error.ts'
import type { articleAbilities } from '@knowreel/shared/article/article.wire.ts'
import type * as z from 'zod'
import type { Actor } from '../access/index.ts'
import { maySee, ranks, workspaceAbilities } from '../workspace/index.ts'
import type { WorkspaceAccessRow } from './article-columns.ts'

export const mayEditArticles = (access: WorkspaceAccessRow | null): access is WorkspaceAccessRow =>
  access !== null && workspaceAbilities(access).editArticles

/** Everyone of the company who sees a published article there may comment on it, unless everything is read-only. */
export const isOpenToComments = (access: WorkspaceAccessRow | null): boolean => access !== null && !access.isArchived

/** Whether a published article is shown. Throws the reason if the actor can see the workspace but not its articles. */
export function mayReadArticle(actor: Actor | null, access: WorkspaceAccessRow | null): access is WorkspaceAccessRow {
  if (access === null || !maySee(access)) return false
  // People of the company itself get this error from the state of their own company.
  if (!access.isCompanyActivated && actor?.company?.id !== access.companyId) return false
  if (access.isArchived && access.rank < ranks.editor) throw new AppError('workspace_archived')
  return true
}

type DraftAccess = {
  readonly companyId: string
  readonly authorId: string | null
  readonly originalId: string | null
  readonly access: WorkspaceAccessRow | null
}

/** An author sees their own work outside of their workspaces; an API key that is limited to workspaces does not. */
const isInKeyOf = (actor: Actor, access: WorkspaceAccessRow | null): boolean => {
  const ids = actor.key?.workspaceIds ?? null
  return ids === null || (access !== null && ids.includes(access.id))
}

const isAuthorOfUnpublished = (actor: Actor, draft: DraftAccess): boolean =>
  draft.originalId === null && draft.authorId === actor.userId

/**
 * A draft of a published article is open to everyone who may edit that article. Access follows the article's current
 * workspace, not the draft's target. A never-published draft is open to its author and, once it has a workspace, to its
 * editors.
 */
export const mayOpenDraft = (actor: Actor, draft: DraftAccess): boolean =>
  draft.companyId === actor.company?.id &&
  isInKeyOf(actor, draft.access) &&
  (isAuthorOfUnpublished(actor, draft) || (draft.access !== null && draft.access.rank >= ranks.editor))

/** An archived workspace is read-only; the author of a never published draft may still choose another one. */
export const mayEditDraft = (actor: Actor, draft: DraftAccess): boolean =>
  mayOpenDraft(actor, draft) && (isAuthorOfUnpublished(actor, draft) || mayEditArticles(draft.access))

export type RecordingAccess = Pick<DraftAccess, 'companyId' | 'authorId' | 'access'>

/**
 * Recordings can be downloaded by the author of the article and the admins of its workspace. This also holds in an
 * archived workspace, because downloading changes nothing.
 */
export const mayDownloadRecording = (actor: Actor | null, { companyId, authorId, access }: RecordingAccess): boolean =>
  actor?.company?.id === companyId &&
  isInKeyOf(actor, access) &&
  (authorId === actor.userId || (access !== null && access.rank >= ranks.admin))

/** Everything that was recorded, including what was cut, is for people who edit the article or may download it. */
export const mayWatchSources = (actor: Actor | null, recording: RecordingAccess): boolean =>
  mayDownloadRecording(actor, recording) || (recording.access !== null && recording.access.rank >= ranks.editor)

/** As `mayDownloadRecording`, for a workspace whose rank is known. */
export const mayDownloadRecordingByRank = (
  actor: Actor,
  { companyId, authorId, rank }: Pick<DraftAccess, 'companyId' | 'authorId'> & { readonly rank: number },
): boolean => actor.company?.id === companyId && (authorId === actor.userId || rank >= ranks.admin)

type WorkspaceAbilities = Omit<z.infer<typeof articleAbilities>, 'downloadRecording' | 'comment'>

export function pickAbilities(access: WorkspaceAccessRow | null): WorkspaceAbilities {
  if (access === null) return { editWorkspace: false, deleteWorkspace: false, editArticles: false, manage: false }
  const { editWorkspace, deleteWorkspace, editArticles, manage } = workspaceAbilities(access)
  return { editWorkspace, deleteWorkspace, editArticles, manage }
}
