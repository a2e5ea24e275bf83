/**
 * Makes the uploaded recording of a meeting a draft of its organizer. Both the bot and, if it died, the server call it;
 * what an earlier call did is found again.
 */
import { derivedId } from '@knowreel/shared/identity/ids.ts'
import type { Member } from '../../access/index.ts'
import { createDraft, findEditableArticle, markAccepted } from '../../article/index.ts'
import type { Db } from '../../platform/database/db.ts'
import { runTransaction } from '../../platform/database/run-transaction.ts'
import type { FileStorage } from '../../platform/files/index.ts'
import type { Enqueue } from '../../platform/jobs/index.ts'
import { findMember } from '../../user/index.ts'
import { acceptUpload, createFileLock } from '../../video/index.ts'
import { applyMeetingEvent } from '../state/apply-event.ts'
import { editableWorkspace } from '../add-meeting-for-user.ts'
import { findPersonalWorkspace, findRecordedMeeting, saveRecording, type RecordedMeeting } from './recording.queries.ts'

export type AcceptServices = { readonly db: Db; readonly files: FileStorage; readonly enqueue: Enqueue }

type Recording = { readonly parts: readonly string[]; readonly mime: string | null }

/** The organizer as the owner of what is recorded; null if they are not active in the company any more. */
export async function findOwner(
  db: Db,
  { organizerId, companyId }: Pick<RecordedMeeting, 'organizerId' | 'companyId'>,
): Promise<Member | null> {
  const member = await findMember(db, { userId: organizerId, companyId })
  return member !== null && member.company.status === 'active' && member.company.isActivated ? member : null
}

/** Returns the recording; null if there is nobody for whom it could be kept, or nothing to keep. */
export async function acceptRecording(
  { db, files, enqueue }: AcceptServices,
  meetingId: string,
  { parts, mime }: Recording,
): Promise<string | null> {
  const meeting = await findRecordedMeeting(db, meetingId)
  if (meeting === null) return null
  if (meeting.videoId !== null) return meeting.videoId
  const owner = await findOwner(db, meeting)
  if (owner === null || parts.length === 0) {
    const failure = owner === null ? { failure: { code: 'organizer_inactive' as const, facts: {} } } : {}
    await runTransaction(db, (trx) => applyMeetingEvent(trx, meetingId, { type: 'empty', ...failure }))
    return null
  }
  const articleId = await makeDraft({ db, enqueue }, owner, meeting)
  const videoId = await acceptUpload(
    {
      db,
      files,
      enqueue,
      // Nobody else appends to this file: its bot has ended, or is the caller.
      fileLock: createFileLock(),
      findEditableArticle: (actor, id) => findEditableArticle(db, actor, id),
      markAccepted,
    },
    owner,
    { parts, articleId, ...(mime !== null && { mime }) },
  )
  await runTransaction(db, async (trx) => {
    const applied = await applyMeetingEvent(trx, meetingId, { type: 'accepted' })
    if (applied !== null) await saveRecording(trx, meetingId, { articleId, videoId })
  })
  return videoId
}

async function makeDraft(
  dependencies: { readonly db: Db; readonly enqueue: Enqueue },
  owner: Member,
  { id, attempt, companyId, workspaceId, title }: RecordedMeeting,
): Promise<string> {
  const { db } = dependencies
  const chosen = await editableWorkspace(db, owner.userId, companyId, workspaceId)
  const workspace = chosen ?? (await findPersonalWorkspace(db, owner))
  const clientId = derivedId(id, `draft ${attempt}`)
  const input = { title, clientId, isNotUploadedVideo: true, ...(workspace !== null && { workspace }) }
  return (await createDraft(dependencies, owner, input, { isManual: true })).id
}
