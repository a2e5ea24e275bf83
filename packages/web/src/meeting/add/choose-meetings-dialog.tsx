import { Button, Modal, Switch } from '@mantine/core'
import { IconRepeat } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { OfferedMeeting } from '@knowreel/shared/meeting/calendar.calls.ts'
import { platformNames } from '@knowreel/shared/meeting/meeting-link.rules.ts'
import { DialogFooter } from '../../ui/dialog/dialog-footer.tsx'
import type { DialogProps } from '../../ui/dialog/dialogs.ts'
import { LoadError } from '../../ui/page/load-error.tsx'
import { AfterDelay, Skeleton } from '../../ui/page/skeleton.tsx'
import { formatMeetingTime } from '../../ui/time-format.ts'
import { offeredMeetingsQuery, useSelectMeeting } from '../calendar.queries.ts'
import * as texts from '../texts.ts'
import styles from './choose-meetings.module.css'

/** The meetings of the calendar, each with a switch that sends the bot. */
export function ChooseMeetingsDialog({ opened, onClose }: DialogProps) {
  const list = useQuery(offeredMeetingsQuery)
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={texts.chooseMeetings}
      size={560}
      closeButtonProps={{ 'aria-label': texts.close }}
    >
      {list.isError ? (
        <LoadError
          text={texts.yourCalendarCouldNotBe}
          onRetry={() => void list.refetch()}
          isRetrying={list.isFetching}
        />
      ) : list.data === undefined ? (
        <AfterDelay>
          <div className={styles.loading} aria-busy>
            {[60, 45, 70].map((width) => (
              <Skeleton key={width} width={`${width}%`} />
            ))}
          </div>
        </AfterDelay>
      ) : list.data.events.length === 0 ? (
        <p className="kr-muted">{texts.noMeetingsWithALink}</p>
      ) : (
        <ul className={styles.list}>
          {list.data.events.map((event) => (
            <OfferedRow key={event.id} event={event} />
          ))}
        </ul>
      )}
      <DialogFooter note={texts.meetingsOfTheNextFourWeeks}>
        <Button data-autofocus onClick={onClose}>
          {texts.close}
        </Button>
      </DialogFooter>
    </Modal>
  )
}

function OfferedRow({ event }: { event: OfferedMeeting }) {
  const { mutate } = useSelectMeeting()
  const title = event.title || texts.noTitle
  return (
    <li className={styles.row}>
      <span className={styles.words}>
        <span className="kr-row">
          <span className="kr-trunc">{title}</span>
          {event.recurrence !== null && <IconRepeat className="kr-icon-16" aria-label={texts.recurring} />}
        </span>
        <span className="kr-second kr-muted kr-num">
          {formatMeetingTime(event.startAt)}, {platformNames[event.platform]}
        </span>
      </span>
      <Switch
        aria-label={texts.sendTheBotTo(title)}
        checked={event.isSelected}
        onChange={({ currentTarget }) => mutate({ id: event.id, isSelected: currentTarget.checked })}
      />
    </li>
  )
}
