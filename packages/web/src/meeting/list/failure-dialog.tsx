import { ActionIcon, Button, Modal } from '@mantine/core'
import { IconAlertTriangle, IconCopy, IconRobot } from '@tabler/icons-react'
import type { FailureData, Meeting } from '@knowreel/shared/meeting/meeting.calls.ts'
import { copyText } from '../../ui/copy-text.ts'
import { DialogFooter } from '../../ui/dialog/dialog-footer.tsx'
import type { DialogProps } from '../../ui/dialog/dialogs.ts'
import { formatMeetingTime } from '../../ui/time-format.ts'
import { showSuccess } from '../../ui/toast/toast.ts'
import type { FailureOptions } from './failure-options.ts'
import * as texts from '../texts.ts'
import { titleOf } from './meeting-row.ts'
import styles from './failure-dialog.module.css'

/** Why a meeting was not recorded: what happened, the code to quote, and what to do, in this order. */
export function FailureDialog({ meeting, onSendAgain, onRemove, opened, onClose }: FailureOptions & DialogProps) {
  const failure = meeting.metadata.failureData
  const message = failure && messageForHost(meeting, failure)
  const copy = async (text: string) => {
    if (await copyText(text)) showSuccess(texts.copied)
  }
  const closeAnd = (run: () => void) => () => {
    onClose()
    run()
  }
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={texts.failureDetails}
      size={560}
      closeButtonProps={{ 'aria-label': texts.close }}
    >
      {failure === null ? (
        <p className="kr-muted">{texts.noFailureDataAvailable}</p>
      ) : (
        <div className={styles.body}>
          <div className={styles.reason}>
            <IconAlertTriangle />
            <span className={styles.words}>
              <b>{failure.reason}</b>
              <span>{failure.details}</span>
            </span>
          </div>
          <dl className={styles.facts}>
            <dt>{texts.meeting}</dt>
            <dd>{titleOf(meeting)}</dd>
            <dt>{texts.time}</dt>
            <dd className="kr-num">{formatMeetingTime(meeting.startAt)}</dd>
            <dt>{texts.errorCode}</dt>
            <dd className={styles.code}>
              <code>{failure.errorCode}</code>
              <ActionIcon size="sm" aria-label={texts.copyErrorCode} onClick={() => void copy(failure.errorCode)}>
                <IconCopy className="kr-icon-16" />
              </ActionIcon>
            </dd>
          </dl>
          <div className={styles.action}>
            <b>{texts.suggestedAction}</b>
            <span>{failure.suggestedAction}</span>
          </div>
        </div>
      )}
      <DialogFooter>
        {meeting.abilities.remove && (
          <Button className={styles.remove} variant="subtle" color="red" onClick={closeAnd(onRemove)}>
            {texts.deleteThisMeeting}
          </Button>
        )}
        {message && (
          <Button leftSection={<IconCopy />} onClick={() => void copy(message)}>
            {texts.copyMessageForTheHost}
          </Button>
        )}
        {meeting.abilities.sendAgain ? (
          <Button data-autofocus variant="filled" leftSection={<IconRobot />} onClick={closeAnd(onSendAgain)}>
            {texts.sendTheBotAgain}
          </Button>
        ) : (
          <Button data-autofocus onClick={onClose}>
            {texts.close}
          </Button>
        )}
      </DialogFooter>
    </Modal>
  )
}

/** For reasons that only the host can change. */
function messageForHost(meeting: Meeting, { errorCode, suggestedAction }: FailureData): string | null {
  const botName = /“(.+?)”/.exec(suggestedAction)?.[1]
  const time = formatMeetingTime(meeting.startAt)
  if (botName === undefined) return null
  if (errorCode === 'lobby_timeout') return texts.allowsGuests(botName, titleOf(meeting), time)
  return errorCode === 'entry_refused' || errorCode === 'removed'
    ? texts.allowsTheBot(botName, titleOf(meeting), time)
    : null
}
