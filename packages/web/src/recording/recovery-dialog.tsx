import { useEffect, useState } from 'react'
import { Button, Modal } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { opfsSpool, type SpooledRecording } from '@knowreel/recorder/capture/index.ts'
import { handleError } from '../platform/api/handle-error.ts'
import type { DialogProps } from '../ui/dialog/dialog-props.ts'
import { DialogFooter } from '../ui/dialog/dialog-footer.tsx'
import { formatClock, formatDuration } from '../ui/time-format.ts'
import { withUploads } from '../video/index.ts'
import { finishInterrupted } from './browser-recording.ts'
import * as texts from './texts.ts'
import styles from './recovery-dialog.module.css'

/** 'Finish the recording of 14:05 (3 min 12 s)': after a crash of the tab, the browser or the computer. */
export function RecoveryDialog({ owner, id, opened, onClose }: DialogProps & { owner: string; id: string }) {
  const navigate = useNavigate()
  const [found, setFound] = useState<{ recording: SpooledRecording; url: string } | null>(null)
  const [isBusy, setBusy] = useState(false)
  useEffect(() => {
    let url: string | null = null
    let isClosed = false
    const read = async () => {
      const spool = opfsSpool()
      const recording = (await spool.list(owner)).find((one) => one.id === id)
      const file = await spool.read(id)
      if (isClosed || recording === undefined || file === null) return
      url = URL.createObjectURL(file)
      setFound({ recording, url })
    }
    read().catch(handleError)
    return () => {
      isClosed = true
      if (url !== null) URL.revokeObjectURL(url)
    }
  }, [owner, id])
  if (found === null) return null

  const { recording, url } = found
  const { elapsed, startedAt, bytes, marks } = recording
  const seconds = Math.floor(elapsed / 1000)
  const length = texts.minutesAndSeconds(Math.floor(seconds / 60), seconds % 60)
  const finish = async () => {
    setBusy(true)
    try {
      const shortId = await finishInterrupted(recording)
      onClose()
      if (shortId !== null) await navigate({ to: '/draft/$id/{-$mode}', params: { id: shortId } })
    } catch (error) {
      setBusy(false)
      handleError(error)
    }
  }
  const remove = async () => {
    onClose()
    await withUploads((uploads) => uploads.cancel(id)).catch(handleError)
  }
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      size={520}
      title={texts.finishTheRecordingOf(formatClock(startedAt), length)}
      closeButtonProps={{ 'aria-label': texts.close }}
    >
      <p className="kr-muted">{texts.browserClosedWhileRecording}</p>
      <div className={styles.found}>
        <span className={styles.picture}>
          <video src={url} muted playsInline preload="auto" aria-hidden="true" />
          <span className={styles.length}>{formatDuration(elapsed)}</span>
        </span>
        <ul className={styles.list}>
          <li>
            <IconCheck /> {texts.pictureAndSound}
          </li>
          {marks.length > 0 && (
            <li>
              <IconCheck /> {texts.paragraphsMarked(marks.length + 1)}
            </li>
          )}
          <li className={styles.size}>
            {texts.lastSecondsMayBeMissing((bytes / 1_000_000).toFixed(bytes < 10_000_000 ? 1 : 0))}
          </li>
        </ul>
      </div>
      <DialogFooter
        note={
          <Button variant="subtle" color="red" className={styles.delete} onClick={() => void remove()}>
            {texts.deleteRecording}
          </Button>
        }
      >
        <Button onClick={onClose}>{texts.later}</Button>
        <Button variant="filled" data-autofocus loading={isBusy} onClick={() => void finish()}>
          {texts.finishRecording}
        </Button>
      </DialogFooter>
    </Modal>
  )
}
