import { Button, Modal, TextInput } from '@mantine/core'
import { IconCopy } from '@tabler/icons-react'
import { copyWithToast } from '../../ui/toast/copy-with-toast.ts'
import type { DialogProps } from '../../ui/dialog/dialogs.ts'
import * as texts from '../texts.ts'
import styles from './workspace-people.module.css'

type InvitationLinksDialogProps = DialogProps & { invitations: readonly { email: string; address: string }[] }

export function InvitationLinksDialog({ invitations, opened, onClose }: InvitationLinksDialogProps) {
  const copy = (address: string) =>
    copyWithToast(address, { copied: texts.linkHasBeenCopiedTo, notCopied: texts.cannotCopyLink })
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={texts.shareTheInvitation}
      size={520}
      closeButtonProps={{ 'aria-label': texts.close }}
    >
      <p className="kr-muted">{texts.theInvitationEmailWasntSent}</p>
      {invitations.map(({ email, address }) => (
        <div key={email} className={styles.address}>
          <TextInput
            className="kr-grow"
            label={email}
            value={address}
            readOnly
            onFocus={(event) => event.currentTarget.select()}
          />
          <Button size="md" leftSection={<IconCopy />} onClick={() => void copy(address)}>
            {texts.copy}
          </Button>
        </div>
      ))}
    </Modal>
  )
}
