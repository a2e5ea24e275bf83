import { Button, Modal, TextInput } from '@mantine/core'
import { IconCopy } from '@tabler/icons-react'
import { copyText } from '../../ui/copy-text.ts'
import type { DialogProps } from '../../ui/dialog/dialogs.ts'
import { showError, showSuccess } from '../../ui/toast/toast.ts'
import styles from './workspace-people.module.css'

type InvitationAddressesDialogProps = DialogProps & { addresses: readonly { email: string; address: string }[] }

export function InvitationAddressesDialog({ addresses, opened, onClose }: InvitationAddressesDialogProps) {
  const copy = async (address: string) => {
    if (await copyText(address)) showSuccess('Link has been copied to the clipboard')
    else showError('Cannot copy link')
  }
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title="Share the invitation"
      size={520}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <p className="kr-muted">The invitation email wasn’t sent. Anyone with the link can join the company.</p>
      {addresses.map(({ email, address }) => (
        <div key={email} className={styles.address}>
          <TextInput
            className="kr-grow"
            label={email}
            value={address}
            readOnly
            onFocus={(event) => event.currentTarget.select()}
          />
          <Button size="md" leftSection={<IconCopy />} onClick={() => void copy(address)}>
            Copy
          </Button>
        </div>
      ))}
    </Modal>
  )
}
