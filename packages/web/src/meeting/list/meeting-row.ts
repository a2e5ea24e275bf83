import type { LinkProps } from '@tanstack/react-router'
import type { Meeting } from '@knowreel/shared/meeting/meeting.calls.ts'
import * as texts from '../texts.ts'

export const titleOf = ({ title }: Pick<Meeting, 'title'>): string => title || texts.noTitle

/** Where a finished meeting is: its article, or the editor of its draft. */
export function meetingLink({ status, article, isDraft, articlePath }: Meeting): LinkProps | null {
  if (status !== 'finished' || article === null) return null
  if (isDraft) return { to: '/draft/$id/{-$mode}', params: { id: article } }
  return (
    articlePath && {
      to: '/b/$workspaceId/$workspaceSlug/$articleId/{-$articleSlug}/{-$part}/{-$tab}',
      params: articlePath,
    }
  )
}
