import { useRef, useState, type DragEvent } from 'react'
import { ActionIcon, Button } from '@mantine/core'
import { IconFileText, IconFileZip, IconUpload, IconX } from '@tabler/icons-react'
import { importLimits } from '@knowreel/shared/import-export/import-export.rules.ts'
import { fileSizeLabel } from '@knowreel/shared/note/note-files.ts'
import * as texts from './texts.ts'
import styles from './import-export-dialogs.module.css'

const acceptedFileNames = /\.(?:zip|md|markdown|mdx|txt|html?|xhtml|csv)$/i

type ChooseFilesProps = {
  files: readonly File[]
  onChange: (files: readonly File[]) => void
  error: string | null
  isDisabled: boolean
}

/** Chooses or drops files; their type is determined by the content. */
export function ChooseFiles({ files, onChange, error, isDisabled }: ChooseFilesProps) {
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)

  const addFiles = (list: Iterable<File>) => {
    const given = [...list]
    const accepted = given.filter(({ name, size }) => acceptedFileNames.test(name) && size > 0)
    const all = [
      ...files,
      ...accepted.filter((file) => !files.some((known) => known.name === file.name && known.size === file.size)),
    ]
    if (accepted.length < given.length) setRefusal(texts.onlyNonEmptyMarkdownHTML)
    else if (all.length > importLimits.files) setRefusal(texts.atMostFiles(importLimits.files))
    else if (all.reduce((sum, { size }) => sum + size, 0) > importLimits.bytes) setRefusal(texts.filesCanHaveAtMost)
    else setRefusal(null)
    if (all.length <= importLimits.files && all.reduce((sum, { size }) => sum + size, 0) <= importLimits.bytes)
      onChange(all)
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    if (!isDisabled) addFiles(event.dataTransfer.files)
  }
  const problem = refusal ?? error

  return (
    <div>
      <div
        className={styles.drop}
        role="group"
        aria-label={texts.filesToImport}
        data-over={isOver || undefined}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <IconUpload />
        <p>{texts.dropFilesHereOr}</p>
        <Button data-autofocus onClick={() => input.current?.click()} disabled={isDisabled}>
          {texts.chooseFiles}
        </Button>
        <p className={problem ? styles.problem : styles.hint} role={problem ? 'alert' : undefined}>
          {problem ?? texts.markdownHTMLOrZipExported}
        </p>
        <input
          ref={input}
          type="file"
          multiple
          accept=".zip,.md,.markdown,.mdx,.txt,.html,.htm,.xhtml,.csv"
          aria-label={texts.filesToImport}
          tabIndex={-1}
          className="kr-sr"
          onChange={(event) => {
            addFiles(event.currentTarget.files ?? [])
            // Choosing the same file again must fire another change event.
            event.currentTarget.value = ''
          }}
        />
      </div>
      {files.length > 0 && (
        <ul className={styles.files} aria-label={texts.chosenFiles}>
          {files.map((file) => (
            <li key={`${file.name} ${file.size}`}>
              {/\.zip$/i.test(file.name) ? <IconFileZip /> : <IconFileText />}
              <span className="kr-trunc kr-grow">{file.name}</span>
              <span className="kr-muted">{fileSizeLabel(file.size)}</span>
              <ActionIcon
                aria-label={texts.removeFileName(file.name)}
                disabled={isDisabled}
                onClick={() => onChange(files.filter((one) => one !== file))}
              >
                <IconX />
              </ActionIcon>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
