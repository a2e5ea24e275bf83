import type { MouseEvent, ReactNode } from 'react'
import { Menu } from '@mantine/core'
import { IconAdjustments, IconAlertTriangle, IconRobot, IconTrash, IconTrashX } from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import type { Meeting } from '@knowreel/shared/meeting/meeting.calls.ts'
import { confirmAction } from '../../ui/dialog/dialogs.ts'
import { showSuccess } from '../../ui/toast/toast.ts'
import { openBotSettings, openMeetingFailure } from '../meeting.dialogs.ts'
import { useRemoveMeeting, useSendBotAgain } from '../meeting.queries.ts'
import * as texts from '../texts.ts'
import { meetingLink, titleOf } from './meeting-row.ts'

export function useMeetingActions() {
  const router = useRouter()
  const removal = useRemoveMeeting()
  const sending = useSendBotAgain()

  const open = (meeting: Meeting, event?: MouseEvent) => {
    const to = meetingLink(meeting)
    if (to === null) return
    if (event && (event.ctrlKey || event.metaKey || event.button === 1))
      window.open(router.buildLocation(to as never).href, '_blank')
    else void router.navigate(to as never)
  }
  const sendAgain = async ({ id }: Pick<Meeting, 'id'>) => {
    await sending.mutateAsync(id).then(
      () => showSuccess(texts.theBotIsOnItsWay),
      // A message is already shown.
      () => undefined,
    )
  }
  const remove = async (meeting: Meeting, isAll: boolean) => {
    const isConfirmed = await confirmAction({
      title: isAll ? texts.deleteAllOccurencesOf(titleOf(meeting)) : texts.deleteTheMeeting(titleOf(meeting)),
      body: removalEffect(meeting, isAll),
      confirmLabel: isAll ? texts.deleteAllOccurences : texts.deleteMeeting,
      isDangerous: true,
    })
    if (!isConfirmed) return
    await removal.mutateAsync({ meeting, isAll }).then(
      () => showSuccess(resultOf(meeting, isAll)),
      () => undefined,
    )
  }
  const showFailure = (meeting: Meeting) =>
    openMeetingFailure({
      meeting,
      onSendAgain: () => void sendAgain(meeting),
      onRemove: () => void remove(meeting, false),
    })

  return { open, menuOf: (meeting: Meeting): ReactNode => menuOf(meeting, { showFailure, sendAgain, remove }) }
}

function removalEffect({ status, recurrence, isShared }: Meeting, isAll: boolean): string {
  if (isShared) return status === 'upcoming' ? texts.theBotStillJoinsForColleagues : texts.colleaguesKeepTheMeeting
  if (status === 'finished') return texts.itsArticleStays
  if (isAll) return texts.theBotDoesntComeToAny
  if (status !== 'upcoming') return recurrence === null ? texts.theMeetingLeavesTheList : texts.onlyThisOccurrenceLeaves
  return recurrence === null ? texts.theBotDoesntCome : texts.theBotSkipsThisOccurrence
}

function resultOf({ isShared }: Meeting, isAll: boolean): string {
  if (isShared) return isAll ? texts.theMeetingsWereRemovedForYou : texts.theMeetingWasRemovedForYou
  return isAll ? texts.theMeetingsWereDeleted : texts.theMeetingWasDeleted
}

type Actions = {
  readonly showFailure: (meeting: Meeting) => void
  readonly sendAgain: (meeting: Meeting) => Promise<void>
  readonly remove: (meeting: Meeting, isAll: boolean) => Promise<void>
}

/** Null while the meeting is processed, and for those who may only read. */
function menuOf(meeting: Meeting, { showFailure, sendAgain, remove }: Actions): ReactNode {
  const { status, recurrence, abilities } = meeting
  const hasFailure = status === 'failed'
  if (status === 'processing' || !(hasFailure || abilities.configure || abilities.remove)) return null
  const isFirstGroup = hasFailure || abilities.sendAgain || abilities.configure
  return (
    <>
      {hasFailure && (
        <Menu.Item leftSection={<IconAlertTriangle />} onClick={() => showFailure(meeting)}>
          {texts.viewFailureDetails}
        </Menu.Item>
      )}
      {abilities.sendAgain && (
        <Menu.Item leftSection={<IconRobot />} onClick={() => void sendAgain(meeting)}>
          {texts.sendTheBotAgain}
        </Menu.Item>
      )}
      {abilities.configure && (
        <Menu.Item leftSection={<IconAdjustments />} onClick={() => openBotSettings(meeting)}>
          {texts.meetingSettings}
        </Menu.Item>
      )}
      {abilities.remove && isFirstGroup && <Menu.Divider />}
      {abilities.remove && (
        <Menu.Item leftSection={<IconTrash />} data-danger onClick={() => void remove(meeting, false)}>
          {texts.deleteThisMeeting}
        </Menu.Item>
      )}
      {abilities.remove && recurrence !== null && status !== 'finished' && (
        <Menu.Item leftSection={<IconTrashX />} data-danger onClick={() => void remove(meeting, true)}>
          {texts.deleteAllOccurences}
        </Menu.Item>
      )}
    </>
  )
}
