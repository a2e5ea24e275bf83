import type { CallResponse, CallRequest } from '@knowreel/shared/catalogue/call.ts'
import type { Catalogue } from '@knowreel/shared/catalogue/catalogue.ts'
import { api } from '../../platform/api/api.ts'
import { ApiError } from '../../platform/api/api-error.ts'
import { useBeginSession } from '../begin-session.ts'

export type Invitation = CallResponse<Catalogue['invitation']['get']>

export type JoinProps = {
  token: string
  invitation: Invitation
  /** The state shown by the page is out of date. */
  onStale: () => void
}

type AcceptInvitationBody = CallRequest<Catalogue['invitation']['accept']>['body']

/** Joins and opens the company. If the invitation has changed in the meantime, it is fetched again. */
export function useJoin(token: string, onStale: () => void) {
  const beginSession = useBeginSession()
  return async (body: AcceptInvitationBody): Promise<void> => {
    try {
      const opened = await api.invitation.accept({ params: { token }, body })
      await beginSession(opened.token, { path: '/' }, { company: opened.user.company })
    } catch (error) {
      const code = error instanceof ApiError ? error.code : null
      // Used or withdrawn, or the email address got an account while the form was open.
      if (code === 'invitation_ended' || code === 'email_taken') return onStale()
      throw error
    }
  }
}
