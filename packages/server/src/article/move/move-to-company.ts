/**
 * Moves everything that belongs to articles which leave for another company, inside the transaction that moves them.
 */
import { articleMap, type Paragraph, type ParagraphTree } from '@knowreel/shared/video/paragraph/paragraph-tree.ts'
import { moveCommentsToCompany } from '../../comment/index.ts'
import { moveFilesToCompany } from '../../file/index.ts'
import type { Trx } from '../../platform/database/db.ts'
import type { Enqueue } from '../../platform/jobs/index.ts'
import { dropSharing } from '../../share/index.ts'
import { copyTranscripts } from '../../transcription/index.ts'
import { requestRendition, copyVideos, moveVideos, paragraphsMapHash } from '../../video/index.ts'
import { rowHash } from '../article-content.ts'
import {
  lockArticlesWithDrafts,
  listVideosPlayedElsewhere,
  listTransferredVideoIds,
  replaceVideosInVersions,
  updateMovedRows,
  type TransferredArticleRow,
} from './transfer.queries.ts'

type Destination = { readonly companyId: string; readonly workspaceId: string }

export async function moveToCompany(
  { trx, enqueue }: { readonly trx: Trx; readonly enqueue: Enqueue },
  articleIds: readonly string[],
  destination: Destination,
): Promise<void> {
  const family = await lockArticlesWithDrafts(trx, articleIds)
  const ids = family.map(({ id }) => id)
  const fromCompanyId = family[0]?.company_id
  if (fromCompanyId === undefined) return
  const played = await listTransferredVideoIds(trx, ids)
  const staying = new Set(await listVideosPlayedElsewhere(trx, { companyId: fromCompanyId, ids, videoIds: played }))
  await moveVideos(
    trx,
    played.filter((id) => !staying.has(id)),
    destination.companyId,
  )
  const copies = await copyVideos(trx, [...staying], destination.companyId)
  await copyTranscripts(trx, copies)
  if (copies.size > 0) await replaceVideosInVersions(trx, ids, copies)
  const moved = family.map((row) => toMovedRow(row, destination, copies))
  await updateMovedRows(trx, moved, destination)
  await moveFilesToCompany(trx, ids, destination.companyId)
  await moveCommentsToCompany(trx, ids, copies)
  await dropSharing(trx, ids)
  for (const { paragraphs, isPublished } of moved) {
    if (isPublished)
      await requestRendition(trx, enqueue, { companyId: destination.companyId, map: articleMap(paragraphs) })
  }
}

function toMovedRow(row: TransferredArticleRow, { workspaceId }: Destination, copies: ReadonlyMap<string, string>) {
  const paragraphs = copies.size === 0 ? row.paragraphs : withCopiedVideos(row.paragraphs, copies)
  return {
    id: row.id,
    isPublished: row.published_at !== null && row.deleted_at === null,
    paragraphs,
    mapHash: paragraphsMapHash(paragraphs),
    acceptSessionId: row.accept_session_id && (copies.get(row.accept_session_id) ?? row.accept_session_id),
    // The workspace is part of the hash. A hash that is unknown until the live documents are read stays unknown.
    hash: row.hash && rowHash({ ...row, paragraphs, workspace_id: workspaceId }),
  }
}

const withCopiedVideos = (tree: ParagraphTree, copies: ReadonlyMap<string, string>): Paragraph[] =>
  tree.map((paragraph) => ({
    ...paragraph,
    map: paragraph.map.map((piece) => ({ ...piece, videoId: copies.get(piece.videoId) ?? piece.videoId })),
    items: withCopiedVideos(paragraph.items, copies),
  }))
