import { useRef, useState, type DragEvent } from 'react'
import { Button } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import styles from './file-dialogs.module.css'

type DropAreaProps = {
  /** Describes what may be dropped. */
  text: string
  chooseLabel: string
  accept?: string
  isMultiple: boolean
  error: string | null
  onFiles: (files: readonly File[]) => void
}

/** A drop area for files, with a button to choose them. */
export function DropArea({ text, chooseLabel, accept, isMultiple, error, onFiles }: DropAreaProps) {
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    onFiles([...event.dataTransfer.files])
  }
  return (
    <>
      <div
        className={styles.drop}
        data-over={isOver || undefined}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={(event) => {
          if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false)
        }}
        onDrop={drop}
      >
        <IconUpload aria-hidden />
        <p className="kr-muted">{text}</p>
        <Button data-autofocus onClick={() => input.current?.click()}>
          {chooseLabel}
        </Button>
        <input
          ref={input}
          type="file"
          hidden
          multiple={isMultiple}
          accept={accept}
          aria-label={chooseLabel}
          onChange={({ currentTarget }) => {
            onFiles([...(currentTarget.files ?? [])])
            currentTarget.value = ''
          }}
        />
      </div>
      {error !== null && (
        <p className={styles.error} role="alert">
          {error}
        </p>
      )}
    </>
  )
}
