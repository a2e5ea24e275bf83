import { useRef, useState, type DragEvent } from 'react'
import { Button } from '@mantine/core'
import { IconAlertCircle, IconUpload } from '@tabler/icons-react'
import { PersonAvatar } from '../../ui/identity/person-avatar.tsx'
import { PhotoError, resizePhoto } from './resize-photo.ts'
import * as texts from './texts.ts'
import styles from './photo-field.module.css'

type PhotoFieldProps = {
  person: { id: string; name: string }
  /** URL of the shown photo: the picked one, else the stored one. */
  photo: string | null
  error?: string
  onPick: (dataUrl: string) => void
  onRemove: () => void
  /** Saving is disabled while a picture is being resized, since it would not be included. */
  isBusy: boolean
  onBusyChange: (isBusy: boolean) => void
}

/** The photo with its two buttons; a picture can also be dropped anywhere on it. */
export function PhotoField(props: PhotoFieldProps) {
  const { person, photo, error: serverError, onPick, onRemove, isBusy, onBusyChange } = props
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  const error = refusal ?? serverError

  const acceptFile = async (file: File | undefined) => {
    if (!file) return
    setRefusal(null)
    onBusyChange(true)
    try {
      onPick(await resizePhoto(file))
    } catch (failure) {
      setRefusal(failure instanceof PhotoError ? failure.message : texts.theImageCouldNotBe)
    } finally {
      onBusyChange(false)
    }
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    void acceptFile(event.dataTransfer.files[0])
  }
  const hover = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return
    event.preventDefault()
    setOver(true)
  }

  return (
    <div
      role="group"
      aria-label={texts.photo}
      className={styles.photo}
      data-over={isOver || undefined}
      onDragOver={hover}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <PersonAvatar key={photo} person={{ ...person, profileImage: photo }} size={96} />
      <div className={styles.side}>
        <div className={styles.buttons}>
          <Button leftSection={<IconUpload />} loading={isBusy} onClick={() => input.current?.click()}>
            {photo ? texts.changePhoto : texts.addAPhoto}
          </Button>
          {photo && (
            <Button
              variant="subtle"
              color="gray"
              onClick={() => {
                setRefusal(null)
                onRemove()
              }}
            >
              {texts.remove}
            </Button>
          )}
        </div>
        {error ? (
          <p role="alert" className={styles.error}>
            <IconAlertCircle className="kr-icon-16" />
            {error}
          </p>
        ) : (
          <p className="kr-second kr-muted">{texts.pngOrJPEGUpTo}</p>
        )}
      </div>
      <input
        ref={input}
        type="file"
        accept="image/png,image/jpeg"
        aria-label={texts.photoFile}
        tabIndex={-1}
        className="kr-sr"
        onChange={(event) => {
          void acceptFile(event.currentTarget.files?.[0])
          // Picking the same file again must fire another change event.
          event.currentTarget.value = ''
        }}
      />
    </div>
  )
}
