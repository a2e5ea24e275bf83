import type { ReactNode } from 'react'
import { Button } from '@mantine/core'
import { IconAlertTriangle, IconLock, IconRefresh, IconSend, IconWifiOff } from '@tabler/icons-react'
import { Banner } from '../ui/banner.tsx'
import { copyText } from '../ui/copy-text.ts'
import { showSuccess, showWarning } from '../ui/toast/toast.ts'
import { connectionLostText } from './connection-text.ts'
import type { NoteSessionState } from './session/note-session.ts'
import * as texts from './texts.ts'
import styles from './note-notice.module.css'

export type NoteCondition = Pick<NoteSessionState, 'connection' | 'isEditable' | 'lock' | 'publishedId'>

type NoteNoticeProps = {
  condition: NoteCondition
  getSaveState: () => NoteSessionState['save']
  hasSynced: boolean
  isLongOffline: boolean
  /** The device is online, whatever the state of our server. */
  isOnline: boolean
  isFull: boolean
  /** Present once the page knows that the draft was published. */
  publishedAction?: ReactNode
  /** The page knows that the draft was deleted or became inaccessible. */
  isGone: boolean
  isLeaving: () => boolean
  /** The text on the screen, to be copied by hand if it cannot be saved otherwise. */
  getText: () => string
}

/**
 * One line at the end of the page about whatever prevents the note from being saved; nothing if there is no problem.
 */
export function NoteNotice(props: NoteNoticeProps) {
  const notice = renderNotice(props)
  return notice && <div className={styles.notice}>{notice}</div>
}

function renderNotice({
  condition,
  getSaveState,
  hasSynced,
  isLongOffline,
  isOnline,
  isFull,
  publishedAction,
  isGone,
  isLeaving,
  getText,
}: NoteNoticeProps): ReactNode {
  const { connection, lock, publishedId } = condition
  const isUnsaved = getSaveState() !== 'saved'
  if (publishedId !== null && isLeaving()) return null
  if (publishedId !== null || publishedAction) {
    return (
      <Banner
        icon={<IconSend />}
        tone="accent"
        action={isUnsaved ? <CopyTextButton readText={getText} /> : publishedAction}
      >
        {isUnsaved ? texts.thisDraftWasPublishedBefore : texts.thisDraftWasPublished}
      </Banner>
    )
  }
  if (isGone) {
    return (
      <Banner
        icon={<IconLock />}
        tone="red"
        action={hasSynced && isUnsaved ? <CopyTextButton readText={getText} /> : undefined}
      >
        {hasSynced && isUnsaved ? texts.thisDraftIsGoneCopy : texts.thisDraftIsGone}
      </Banner>
    )
  }
  if (lock === 'outdated') {
    return (
      <Banner
        icon={<IconRefresh />}
        action={
          <Button variant="subtle" onClick={() => location.reload()}>
            {texts.reload}
          </Button>
        }
      >
        {texts.thisPageIsOutdatedReload}
      </Banner>
    )
  }
  if (connection === 'refused') {
    return (
      <Banner
        icon={<IconLock />}
        tone="red"
        action={hasSynced && isUnsaved ? <CopyTextButton readText={getText} /> : undefined}
      >
        {texts.onlineEditingIsNotPossible}
      </Banner>
    )
  }
  if (lock === 'size') {
    return (
      <Banner icon={<IconAlertTriangle />} tone="red" action={<CopyTextButton readText={getText} />}>
        {texts.thisNoteIsTooLong}
      </Banner>
    )
  }
  if (isLongOffline && !hasSynced) {
    return <Banner icon={<IconWifiOff />}>{texts.onlineEditingIsNotPossible}</Banner>
  }
  // Without any network, the shell already reports it.
  if (isLongOffline && isOnline) {
    return <Banner icon={<IconWifiOff />}>{connectionLostText}</Banner>
  }
  if (lock === 'storage') {
    return <Banner icon={<IconAlertTriangle />}>{texts.savingIsntPossibleRightNow}</Banner>
  }
  if (isFull) {
    return <Banner icon={<IconAlertTriangle />}>{texts.thisNoteIsFullLimit}</Banner>
  }
  return null
}

function CopyTextButton({ readText }: { readText: () => string }) {
  const copy = async () => {
    if (await copyText(readText())) showSuccess(texts.theTextWasCopied)
    else showWarning(texts.theTextCouldNotBe)
  }
  return (
    <Button variant="subtle" onClick={() => void copy()}>
      {texts.copyTheText}
    </Button>
  )
}
