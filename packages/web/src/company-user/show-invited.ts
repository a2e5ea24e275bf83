import { showSuccess, showWarning } from '../ui/toast/toast.ts'
import type { InvitationSent } from './company-user.queries.ts'
import { openAddress } from './open-address.ts'
import * as texts from './texts.ts'

/** Reports the result of an invitation: the email was sent, or here is the link to pass on. */
export function showInvited({ warning, address }: InvitationSent, email: string): void {
  if (warning === undefined) showSuccess(texts.theUserHasBeenSuccessfully)
  else showWarning(warning)
  if (address !== undefined)
    openAddress({
      title: texts.shareTheInvitation,
      text: texts.anyoneWithThisLinkCan(email),
      address,
    })
}
