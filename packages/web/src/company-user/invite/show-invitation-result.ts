import { showSuccess, showWarning } from '../../ui/toast/toast.ts'
import type { InvitationResponse } from '../company-user.queries.ts'
import { openOneTimeLink } from '../open-one-time-link.ts'
import * as texts from '../texts.ts'

/** Reports the result of an invitation: the email was sent, or here is the link to pass on. */
export function showInvitationResult({ warning, address }: InvitationResponse, email: string): void {
  if (warning === undefined) showSuccess(texts.theUserHasBeenSuccessfully)
  else showWarning(warning)
  if (address !== undefined)
    openOneTimeLink({
      title: texts.shareTheInvitation,
      text: texts.anyoneWithThisLinkCan(email),
      url: address,
    })
}
