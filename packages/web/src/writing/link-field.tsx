import { useState, type FormEvent } from 'react'
import { ActionIcon, Button, Checkbox, TextInput } from '@mantine/core'
import { IconExternalLink, IconUnlink } from '@tabler/icons-react'
import type { Editor } from '@tiptap/core'
import { normalizeLinkUrl } from './link-url.ts'
import styles from '../ui/floating-bar.module.css'
import * as texts from './texts.ts'

type LinkFieldProps = { editor: Editor; onClose: () => void }

/** The URL of a link and where it opens; replaces the buttons. Enter confirms, Escape returns to the text. */
export function LinkField({ editor, onClose }: LinkFieldProps) {
  const [former] = useState(() => String(editor.getAttributes('link').href ?? ''))
  const [address, setAddress] = useState(former)
  const [isNewTab, setNewTab] = useState(() => editor.getAttributes('link')['target'] !== '_self')
  const [error, setError] = useState<string | null>(null)
  const href = normalizeLinkUrl(address)

  const close = () => {
    onClose()
    editor.commands.focus()
  }
  const confirm = (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    if (href === null) return setError(texts.pleaseEnterTheCorrectUrl)
    const target = isNewTab ? '_blank' : '_self'
    editor.chain().focus().extendMarkRange('link').setLink({ href, target }).run()
    onClose()
  }
  const remove = () => {
    editor.chain().focus().extendMarkRange('link').unsetLink().run()
    onClose()
  }

  return (
    <form
      className={styles.link}
      onSubmit={confirm}
      aria-label={texts.link}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        close()
      }}
    >
      <TextInput
        size="sm"
        aria-label={texts.address}
        placeholder={texts.address}
        inputMode="url"
        autoFocus
        maxLength={2000}
        value={address}
        error={error}
        onChange={(event) => {
          setAddress(event.currentTarget.value)
          setError(null)
        }}
      />
      <Button type="submit" disabled={address.trim() === ''}>
        {texts.confirm}
      </Button>
      <div className={styles.linkRow}>
        <Checkbox
          size="sm"
          className="kr-grow"
          label={texts.openInANewTab}
          checked={isNewTab}
          onChange={(event) => setNewTab(event.currentTarget.checked)}
        />
        {former !== '' && (
          <>
            <ActionIcon
              component="a"
              href={former}
              target="_blank"
              rel="noopener noreferrer"
              aria-label={texts.openLink}
            >
              <IconExternalLink />
            </ActionIcon>
            <ActionIcon aria-label={texts.removeLink} onClick={remove}>
              <IconUnlink />
            </ActionIcon>
          </>
        )}
      </div>
    </form>
  )
}
