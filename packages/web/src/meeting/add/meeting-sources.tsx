import { useState, type FormEvent } from 'react'
import { ActionIcon, Button, Menu, TextInput } from '@mantine/core'
import { IconCalendarEvent, IconCopy, IconDots, IconListCheck, IconMail, IconPlugConnectedX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { CalendarSelection, CalendarState } from '@knowreel/shared/meeting/calendar.calls.ts'
import { ApiError } from '../../platform/api/api-error.ts'
import { handleError } from '../../platform/api/handle-error.ts'
import { copyText } from '../../ui/copy-text.ts'
import { confirmAction, openDialog } from '../../ui/dialog/dialogs.ts'
import { Skeleton } from '../../ui/page/skeleton.tsx'
import { StatusDot } from '../../ui/status-dot.tsx'
import { showSuccess } from '../../ui/toast/toast.ts'
import { calendarQuery, useSaveCalendar } from '../calendar.queries.ts'
import * as texts from '../texts.ts'
import styles from './meeting-sources.module.css'

function openChooseMeetings(): void {
  void openDialog(() => import('./choose-meetings-dialog.tsx').then((module) => module.ChooseMeetingsDialog), {})
}

type Feed = NonNullable<CalendarState['feed']>

/** Where meetings come from without being added: the person's calendar, and invitations to the bot. */
export function MeetingSources() {
  const state = useQuery(calendarQuery)
  if (state.isError) return null
  return (
    <section className={styles.sources} aria-label={texts.addMeetingsAutomatically}>
      <h3 className={styles.heading}>{texts.addMeetingsAutomatically}</h3>
      <div className={styles.box}>
        {state.data === undefined ? <Skeleton width="60%" /> : <CalendarRow feed={state.data.feed} />}
        {state.data?.botAddress && <BotAddress address={state.data.botAddress} />}
      </div>
    </section>
  )
}

function CalendarRow({ feed }: { feed: Feed | null }) {
  const [isConnecting, setConnecting] = useState(false)
  return (
    <div className={styles.source}>
      <span className={styles.icon}>
        <IconCalendarEvent />
      </span>
      <span className={styles.words}>
        <b>{texts.calendarFeed}</b>
        <span className="kr-trunc">{feed === null ? texts.offersMeetingsOfYourCalendar : describeFeed(feed)}</span>
      </span>
      {feed === null ? (
        !isConnecting && <Button onClick={() => setConnecting(true)}>{texts.connect}</Button>
      ) : (
        <>
          <StatusDot tone={feed.error === null ? 'green' : 'amber'}>
            {feed.error === null ? texts.connected : errorLabels[feed.error]}
          </StatusDot>
          <FeedMenu feed={feed} onReplace={() => setConnecting(true)} />
        </>
      )}
      {isConnecting && <ConnectForm onDone={() => setConnecting(false)} />}
    </div>
  )
}

const errorLabels = { unreachable: texts.notReachable, unreadable: texts.notReadable } as const

const selections = ['all', 'mine', 'none'] as const

const selectionLabels = {
  all: texts.allMeetings,
  mine: texts.meetingsIOrganize,
  none: texts.onlyMeetingsIChoose,
} as const

const describeFeed = ({ host, meetingsThisWeek, selection }: Feed): string =>
  meetingsThisWeek === 0
    ? texts.hostWithSelection(host, selectionLabels[selection])
    : texts.hostWithMeetings(host, meetingsThisWeek)

function FeedMenu({ feed, onReplace }: { feed: Feed; onReplace: () => void }) {
  const { mutate, mutateAsync, isPending } = useSaveCalendar()
  const disconnect = async () => {
    const isConfirmed = await confirmAction({
      title: texts.disconnectTheCalendar,
      body: texts.theBotDoesntComeToItsMeetings,
      confirmLabel: texts.disconnect,
      isDangerous: true,
    })
    // This menu is gone when the answer arrives.
    if (isConfirmed)
      await mutateAsync({ icsUrl: null }).then(() => showSuccess(texts.theCalendarWasDisconnected), handleError)
  }
  return (
    <Menu position="bottom-end" width={260}>
      <Menu.Target>
        <ActionIcon aria-label={texts.calendarFeedMenu} disabled={isPending}>
          <IconDots />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{texts.theBotJoins}</Menu.Label>
        <Menu.RadioGroup
          value={feed.selection}
          onChange={(selection) => mutate({ selection: selection as CalendarSelection }, { onError: handleError })}
        >
          {selections.map((selection) => (
            <Menu.RadioItem key={selection} value={selection}>
              {selectionLabels[selection]}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        <Menu.Item leftSection={<IconListCheck />} onClick={openChooseMeetings}>
          {texts.chooseMeetings}
        </Menu.Item>
        <Menu.Item leftSection={<IconCalendarEvent />} onClick={onReplace}>
          {texts.useAnotherCalendar}
        </Menu.Item>
        <Menu.Item leftSection={<IconPlugConnectedX />} data-danger onClick={() => void disconnect()}>
          {texts.disconnect}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

/** Not a `<form>`: it is inside one. */
function ConnectForm({ onDone }: { onDone: () => void }) {
  const { mutateAsync, isPending } = useSaveCalendar()
  const [address, setAddress] = useState('')
  const [error, setError] = useState<string | null>(null)
  const connect = async () => {
    if (address.trim() === '') return setError(texts.enterTheAddress)
    try {
      await mutateAsync({ icsUrl: address.trim() })
      onDone()
      openChooseMeetings()
    } catch (refusal) {
      if (refusal instanceof ApiError && refusal.status === 422) setError(refusal.message)
      else handleError(refusal)
    }
  }
  const submit = (event: FormEvent | React.KeyboardEvent) => {
    event.preventDefault()
    event.stopPropagation()
    if (!isPending) void connect()
  }
  return (
    <div className={styles.connect}>
      <TextInput
        type="url"
        autoFocus
        autoComplete="off"
        label={texts.calendarAddress}
        description={texts.whereTheAddressIs}
        placeholder="https://calendar.google.com/calendar/ical/…/basic.ics"
        value={address}
        error={error}
        onChange={(event) => {
          setAddress(event.currentTarget.value)
          setError(null)
        }}
        onKeyDown={(event) => event.key === 'Enter' && submit(event)}
      />
      <span className={styles.buttons}>
        <Button onClick={onDone}>{texts.cancel}</Button>
        <Button variant="filled" loading={isPending} onClick={submit}>
          {texts.connectCalendar}
        </Button>
      </span>
    </div>
  )
}

/** People invite the bot as they invite a colleague. */
function BotAddress({ address }: { address: string }) {
  const copy = async () => {
    if (await copyText(address)) showSuccess(texts.addressCopied)
  }
  return (
    <div className={styles.source}>
      <span className={styles.icon}>
        <IconMail />
      </span>
      <span className={styles.words}>
        <b>{texts.inviteTheBot}</b>
        <span className="kr-trunc" title={address}>
          {address}
        </span>
      </span>
      <Button leftSection={<IconCopy />} onClick={() => void copy()}>
        {texts.copyAddress}
      </Button>
    </div>
  )
}
