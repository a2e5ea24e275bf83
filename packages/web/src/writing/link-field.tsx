import { useState, type FormEvent } from 'react'
import { ActionIcon, Button, TextInput } from '@mantine/core'
import { IconExternalLink, IconUnlink } from '@tabler/icons-react'
import type { Editor } from '@tiptap/core'
import { linkAddress } from './link-address.ts'
import styles from '../ui/floating-bar.module.css'

type LinkFieldProps = { editor: Editor; onClose: () => void }

/** The address of a link, in place of the buttons. Enter confirms, Escape goes back to the text. */
export function LinkField({ editor, onClose }: LinkFieldProps) {
  const [former] = useState(() => String(editor.getAttributes('link').href ?? ''))
  const [address, setAddress] = useState(former)
  const [error, setError] = useState<string | null>(null)
  const href = linkAddress(address)

  const close = () => {
    onClose()
    editor.commands.focus()
  }
  const confirm = (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    if (href === null) return setError('Please enter the correct url')
    editor.chain().focus().extendMarkRange('link').setLink({ href }).run()
    onClose()
  }
  const remove = () => {
    editor.chain().focus().extendMarkRange('link').unsetLink().run()
    onClose()
  }

  return (
    <form className={styles.link} onSubmit={confirm} aria-label="Link">
      <TextInput
        size="sm"
        className="kr-grow"
        aria-label="Address"
        placeholder="Address"
        inputMode="url"
        autoFocus
        maxLength={2000}
        value={address}
        error={error}
        onChange={(event) => {
          setAddress(event.currentTarget.value)
          setError(null)
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return
          event.stopPropagation()
          close()
        }}
      />
      <Button type="submit" disabled={address.trim() === ''}>
        Confirm
      </Button>
      {former !== '' && (
        <>
          <ActionIcon component="a" href={former} target="_blank" rel="noopener noreferrer" aria-label="Open the link">
            <IconExternalLink />
          </ActionIcon>
          <ActionIcon aria-label="Remove the link" onClick={remove}>
            <IconUnlink />
          </ActionIcon>
        </>
      )}
    </form>
  )
}
