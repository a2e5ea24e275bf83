import { Button } from '@mantine/core'
import { IconAlertTriangle, IconCheck, IconCopy } from '@tabler/icons-react'
import type { InvitationResult } from '@knowreel/shared/company/invitation.calls.ts'
import { DialogFooter } from '../../ui/dialog/dialog-footer.tsx'
import { copyWithToast } from '../../ui/toast/copy-with-toast.ts'
import * as texts from '../texts.ts'
import styles from './invite.module.css'

type InvitationResultsProps = {
  results: readonly InvitationResult[]
  /** Back to the form, with those who were not invited. */
  onBack: () => void
  onClose: () => void
}

/** What happened to each address. Links are shown only here, where no email carries them. */
export function InvitationResults({ results, onBack, onClose }: InvitationResultsProps) {
  const invited = results.filter(({ outcome }) => outcome === 'invited')
  const links = invited.flatMap(({ email, address }) => (address === undefined ? [] : [`${email} ${address}`]))
  const copy = (text: string) => void copyWithToast(text, { copied: texts.copied, notCopied: texts.cannotCopyLink })
  return (
    <>
      <p role="status">{texts.invitedOfAll(invited.length, results.length)}</p>
      {links.length > 0 && <p className="kr-second kr-muted">{texts.linksAreShownOnce}</p>}
      <ul className={styles.results} aria-label={texts.results}>
        {results.map(({ email, outcome, message, address }) => (
          <li key={email} className={styles.result} data-invited={outcome === 'invited' || undefined}>
            {outcome === 'invited' ? <IconCheck aria-hidden /> : <IconAlertTriangle aria-hidden />}
            <span className={styles.words}>
              <span className="kr-trunc" title={email}>
                {email}
              </span>
              <span className="kr-second kr-muted">{message ?? texts.invited}</span>
            </span>
            {address !== undefined && (
              <Button aria-label={texts.copyLinkFor(email)} leftSection={<IconCopy />} onClick={() => copy(address)}>
                {texts.copy}
              </Button>
            )}
          </li>
        ))}
      </ul>
      <DialogFooter>
        {invited.length < results.length && <Button onClick={onBack}>{texts.changeTheOthers}</Button>}
        {links.length > 1 && <Button onClick={() => copy(links.join('\n'))}>{texts.copyAllLinks}</Button>}
        <Button variant="filled" data-autofocus onClick={onClose}>
          {texts.close}
        </Button>
      </DialogFooter>
    </>
  )
}
