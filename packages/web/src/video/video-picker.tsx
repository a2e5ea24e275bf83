import { Button } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { useRef, useState, type DragEvent } from 'react'
import { videoTypes } from './use-video-upload.ts'
import styles from './video-picker.module.css'

const endings = /\.(webm|mp4|mov|m4v)$/i

/** Chooses or takes the file of a recording. What it is, the server finds out by its content. */
export function VideoPicker({ onFile }: { onFile: (file: File) => void }) {
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const [error, setError] = useState<string | null>(null)

  const take = (file: File | undefined) => {
    if (!file) return
    const isVideo = videoTypes.some((type) => type === file.type) || endings.test(file.name)
    setError(isVideo ? null : 'Only webm, mp4 and mov videos can be uploaded')
    if (isVideo) onFile(file)
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    take(event.dataTransfer.files[0])
  }

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
      <p>Drop a video here, or</p>
      <Button data-autofocus onClick={() => input.current?.click()}>
        Choose a file
      </Button>
      <p className={error ? styles.error : styles.hint} role={error ? 'alert' : undefined}>
        {error ?? 'webm, mp4 or mov, up to 20 GB'}
      </p>
      <input
        ref={input}
        type="file"
        hidden
        accept={[...videoTypes, '.webm', '.mp4', '.mov', '.m4v'].join()}
        onChange={(event) => take(event.currentTarget.files?.[0])}
      />
    </div>
  )
}
