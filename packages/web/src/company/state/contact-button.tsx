import { Button, type ButtonProps } from '@mantine/core'
import type { CurrentCompany } from '@knowreel/shared/company/company.calls.ts'
import { contactTarget } from '../../ui/contact-target.ts'
import * as texts from '../texts.ts'

/** Writes to the person who can help; nothing if nobody is known. */
export function ContactButton({ contact }: { contact: CurrentCompany['contact'] | undefined }) {
  if (!contact) return null
  return (
    <Button component="a" {...contactTarget(contact.email)}>
      {texts.contactPersonName(contact.name)}
    </Button>
  )
}

/** Leads to the support contact of the installation. */
export const SupportButton = ({ contact, size }: { contact: string; size?: ButtonProps['size'] }) => (
  <Button component="a" size={size} {...contactTarget(contact)}>
    {texts.contactSupport}
  </Button>
)
