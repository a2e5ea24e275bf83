import { useState } from 'react'
import { Button, Modal, Select, TextInput } from '@mantine/core'
import { IconCheck, IconLink } from '@tabler/icons-react'
import { parseMeetingLink, platformNames } from '@knowreel/shared/meeting/meeting-link.rules.ts'
import { ApiError } from '../../platform/api/api-error.ts'
import { isDay, localDay } from '../../ui/form/calendar-days.ts'
import { DateField } from '../../ui/form/date-field.tsx'
import { FormError } from '../../ui/form/form-error.tsx'
import { DialogFooter } from '../../ui/dialog/dialog-footer.tsx'
import type { DialogProps } from '../../ui/dialog/dialogs.ts'
import { formatClock, formatMeetingTime } from '../../ui/time-format.ts'
import { showSuccess } from '../../ui/toast/toast.ts'
import { usePhone } from '../../ui/use-breakpoints.ts'
import { useValidatedForm } from '../../ui/form/use-validated-form.ts'
import { useAddMeeting } from '../meeting.queries.ts'
import * as texts from '../texts.ts'
import { MeetingSources } from './meeting-sources.tsx'
import styles from './add-meeting.module.css'

type Values = { url: string; title: string; startAt: string | null }

const loadSchema = () =>
  import('@knowreel/shared/meeting/meeting.calls.ts').then(({ meetingCalls }) => meetingCalls.add.body)

const fieldOfError: Readonly<Record<string, keyof Values>> = {
  meeting_link_unknown: 'url',
  meeting_added: 'url',
  meeting_time_past: 'startAt',
}

const hourMs = 3_600_000

export function AddMeetingDialog({ opened, onClose }: DialogProps) {
  const { mutateAsync } = useAddMeeting()
  const isPhone = usePhone()
  const initial: Values = { url: '', title: '', startAt: null }
  /** Shows an error of the link or the time, which only the server can check. */
  const showAtField = (error: unknown): null => {
    const field = error instanceof ApiError ? fieldOfError[error.code ?? ''] : undefined
    if (!(error instanceof ApiError) || field === undefined) throw error
    form.setErrors({ [field]: error.message })
    return null
  }
  const form = useValidatedForm({
    initial,
    loadSchema,
    submit: async (values) => {
      const added = await mutateAsync(values).catch(showAtField)
      if (added === null) return
      const { company } = added
      onClose()
      if (company !== null) showSuccess(texts.theMeetingIsListedIn(company.title))
      else if (values.startAt === null) showSuccess(texts.theBotIsOnItsWay)
      else showSuccess(texts.theBotWillJoin(formatMeetingTime(values.startAt)))
    },
  })
  const { values, errors, setValue } = form
  const link = parseMeetingLink(values.url)
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={texts.addAMeeting}
      size={560}
      closeButtonProps={{ 'aria-label': texts.close }}
    >
      <form className={styles.form} onSubmit={form.onSubmit} noValidate>
        <TextInput
          name="url"
          data-autofocus
          type="url"
          autoComplete="off"
          label={texts.meetingLink}
          leftSection={<IconLink className="kr-icon-16" />}
          rightSectionWidth={link && !isPhone ? 160 : undefined}
          rightSection={
            link && (
              <span className={styles.platform} role="status">
                <IconCheck className="kr-icon-16" />
                <span className={isPhone ? 'kr-sr' : undefined}>{platformNames[link.platform]}</span>
              </span>
            )
          }
          value={values.url}
          error={errors.url}
          onChange={(event) => setValue('url', event.currentTarget.value)}
        />
        <div className={styles.pair}>
          <TextInput
            name="title"
            label={texts.title}
            placeholder={texts.optional}
            maxLength={200}
            value={values.title}
            error={errors.title}
            onChange={(event) => setValue('title', event.currentTarget.value)}
          />
          <Select
            label={texts.starts}
            data={[
              { value: 'now', label: texts.now },
              { value: 'later', label: texts.atATime },
            ]}
            allowDeselect={false}
            value={values.startAt === null ? 'now' : 'later'}
            onChange={(choice) => setValue('startAt', choice === 'later' ? nextFullHour() : null)}
          />
        </div>
        {values.startAt !== null && (
          <StartFields
            initial={values.startAt}
            error={errors.startAt}
            onChange={(startAt) => setValue('startAt', startAt)}
          />
        )}
        <FormError>{form.formError}</FormError>
        <MeetingSources />
        <DialogFooter>
          <Button onClick={onClose}>{texts.cancel}</Button>
          <Button type="submit" variant="filled" loading={form.isBusy}>
            {texts.sendTheBot}
          </Button>
        </DialogFooter>
      </form>
    </Modal>
  )
}

const nextFullHour = (): string => new Date(Math.ceil((Date.now() + 1) / hourMs) * hourMs).toISOString()

type StartFieldsProps = { initial: string; error: string | undefined; onChange: (startAt: string) => void }

/** The day and the time, where the person is. */
function StartFields({ initial, error, onChange }: StartFieldsProps) {
  const [today] = useState(() => localDay(new Date()))
  const [start, setStart] = useState({ day: localDay(new Date(initial)), clock: formatClock(initial) })
  const change = (part: Partial<typeof start>) => {
    const next = { ...start, ...part }
    setStart(next)
    onChange(toTime(next))
  }
  // The field with the error has the form's name, so that it gets the focus.
  const isClockWrong = readClock(start.clock) === null
  const ofDay = isClockWrong ? {} : { name: 'startAt', error }
  const ofClock = isClockWrong ? { name: 'startAt', error: error && texts.enterATimeAs } : {}
  return (
    <div className={styles.pair}>
      <DateField {...ofDay} label={texts.date} min={today} value={start.day} onChange={(day) => change({ day })} />
      <TextInput
        {...ofClock}
        label={texts.time}
        placeholder={texts.timeFormat}
        inputMode="numeric"
        autoComplete="off"
        value={start.clock}
        onChange={(event) => change({ clock: event.currentTarget.value })}
        onBlur={() => change({ clock: readClock(start.clock) ?? start.clock })}
      />
    </div>
  )
}

/** `9:30`, `09.30`, `930` and `9` as `HH:mm`; null for anything else. */
function readClock(text: string): string | null {
  const [, hour, minute = '00'] = /^(\d{1,2})(?:[:.]?(\d{2}))?$/.exec(text.trim()) ?? []
  return hour !== undefined && Number(hour) < 24 && Number(minute) < 60 ? `${hour.padStart(2, '0')}:${minute}` : null
}

/** Empty, which the form refuses, until both can be read. */
function toTime({ day, clock }: { day: string; clock: string }): string {
  const time = readClock(clock)
  return isDay(day) && time !== null ? new Date(`${day}T${time}`).toISOString() : ''
}
