import { IconUpload } from '@tabler/icons-react'
import { maxUploadSize } from '@knowreel/shared/video/upload/upload-protocol.ts'
import { useState, type DragEvent } from 'react'
import * as texts from '../texts.ts'
import { getDroppedFile, type ChosenFile } from '../uploads/chosen-file.ts'
import { FileButton } from '../uploads/file-button.tsx'
import { validateVideoFile } from '../uploads/video-type.ts'
import styles from './video-picker.module.css'

type VideoPickerProps = {
  onFile: (chosen: ChosenFile) => void
  /** Why the previous file was refused. */
  problem?: string | null
  /** In dialogs: their first step is to choose the file. */
  autoFocus?: boolean
}

/** Accepts a recording's file by dialog or drop; the content determines its format. */
export function VideoPicker({ onFile, problem = null, autoFocus }: VideoPickerProps) {
  const [isOver, setOver] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)

  const acceptFile = async (chosen: ChosenFile | null) => {
    if (chosen === null) return setRefusal(texts.onlyFilesCanBeUploaded)
    const refused = await validateVideoFile(chosen.file)
    setRefusal(refused)
    if (refused === null) onFile(chosen)
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    void getDroppedFile(event.dataTransfer.items).then(acceptFile)
  }
  const error = refusal ?? problem

  return (
    <div
      className={styles.picker}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <IconUpload />
      <p>{texts.dropAVideoHereOr}</p>
      <FileButton autoFocus={autoFocus} data-autofocus={autoFocus} onFile={(chosen) => void acceptFile(chosen)}>
        {texts.chooseAFile}
      </FileButton>
      <p className={error ? styles.error : styles.hint} role={error ? 'alert' : undefined}>
        {error ?? texts.webmMp4OrMovUp(maxUploadSize)}
      </p>
    </div>
  )
}
