import { showSuccess, showWarning } from '../ui/toast.ts'
import type { InvitationSent } from './company-user.queries.ts'
import { openAddress } from './open-address.ts'

/** What came of inviting: the mail left, or here is the address to pass on. */
export function tellInvited({ warning, address }: InvitationSent, email: string): void {
  if (warning === undefined) showSuccess('The user has been successfully invited')
  else showWarning(warning)
  if (address !== undefined)
    openAddress({
      title: 'Pass the invitation on',
      text: `Whoever opens this address joins as ${email}. It is shown only now; inviting again makes a new one.`,
      address,
    })
}
