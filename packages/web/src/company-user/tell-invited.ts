import { showSuccess, showWarning } from '../ui/toast/toast.ts'
import type { InvitationSent } from './company-user.queries.ts'
import { openAddress } from './open-address.ts'

/** Reports the result of an invitation: the email was sent, or here is the link to pass on. */
export function tellInvited({ warning, address }: InvitationSent, email: string): void {
  if (warning === undefined) showSuccess('The user has been successfully invited')
  else showWarning(warning)
  if (address !== undefined)
    openAddress({
      title: 'Share the invitation',
      text: `Anyone with this link can join as ${email}. You won’t see it again.`,
      address,
    })
}
