import { Button, type ButtonProps } from '@mantine/core'
import { useRef } from 'react'
import { handleError } from '../../platform/api/handle-error.ts'
import { acceptedFiles, getFilePicker, pickFile, type ChosenFile } from './chosen-file.ts'

type FileButtonProps = Pick<ButtonProps, 'variant' | 'children'> & {
  onFile: (chosen: ChosenFile) => void
  autoFocus?: boolean | undefined
  /** For the focus trap of a dialog. */
  'data-autofocus'?: boolean | undefined
}

/** Opens the file picker, with handles that can be read again later where the browser supports them. */
export function FileButton({ onFile, ...button }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  const choose = () => {
    const picker = getFilePicker()
    if (picker === null) return input.current?.click()
    pickFile(picker).then((chosen) => chosen && onFile(chosen), handleError)
  }
  return (
    <>
      <Button {...button} onClick={choose} />
      <input
        ref={input}
        type="file"
        hidden
        accept={acceptedFiles}
        onChange={(event) => {
          const file = event.currentTarget.files?.[0]
          // Allows the same file to be chosen again after it was refused.
          event.currentTarget.value = ''
          if (file) onFile({ file, handle: null })
        }}
      />
    </>
  )
}
