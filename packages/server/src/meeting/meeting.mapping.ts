import { describeFailure } from '@knowreel/shared/meeting/meeting-failures.ts'
import type { Meeting } from '@knowreel/shared/meeting/meeting.calls.ts'
import { progressOf, statusOfPhase } from '@knowreel/shared/meeting/meeting-state.rules.ts'
import type { Member, SignAddress } from '../access/index.ts'
import { createPersonView, toPerson } from '../person/index.ts'
import { displayedTitle, workspaceSlug } from '../workspace/index.ts'
import { mayManageMeeting } from './meeting.policy.ts'
import type { MeetingRow } from './meeting.queries.ts'

export function toMeeting(row: MeetingRow, actor: Member, signAddress: SignAddress): Meeting {
  const { article, workspaceId, workspaceTitle: title, workspaceVisibility: visibility } = row
  const view = createPersonView(actor, { companyId: row.companyId, workspaceId: null }, signAddress)
  const status = statusOfPhase[row.phase]
  const mayManage = mayManageMeeting(row)
  return {
    id: row.id,
    title: row.title,
    workspace:
      workspaceId === null || title === null || visibility === null
        ? null
        : { id: workspaceId, title: displayedTitle({ title, visibility }) },
    workspaceId,
    organizedBy: toPerson(row.organizer, view),
    startAt: row.startAt.toISOString(),
    status,
    recurrence: row.recurrence,
    article: article?.id ?? null,
    isDraft: article?.isDraft ?? false,
    articlePath:
      article === null || article.isDraft || article.workspace === null
        ? null
        : {
            workspaceId: article.workspace.shortId,
            workspaceSlug: workspaceSlug(article.workspace),
            articleId: article.shortId,
            articleSlug: article.slug,
          },
    platform: row.platform,
    isShared: row.isOwner && row.hasOtherOwners,
    metadata: {
      failureData: row.failure === null ? null : describeFailure(row.failure.code, row.failure.facts),
      phase: row.phase,
      phaseSince: row.phaseSince.toISOString(),
      progress: progressOf(row.phase, row.progress),
    },
    abilities: {
      configure: status === 'upcoming' && row.organizerId === actor.userId,
      remove: mayManage && status !== 'processing',
      sendAgain: mayManage && (status === 'failed' || status === 'no-show'),
    },
  }
}
