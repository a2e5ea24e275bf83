import { useState, type FormEvent } from 'react'
import { ActionIcon, TextInput } from '@mantine/core'
import { IconCheck, IconX } from '@tabler/icons-react'
import styles from './inline-edit.module.css'

type InlineEditProps = {
  value: string
  /** Names the field for those who do not see it: "Group name". */
  label: string
  maxLength?: number
  /** Rejecting keeps the field open with what was typed; the reason is shown by the caller. */
  onSave: (value: string) => Promise<unknown>
  onCancel: () => void
}

/** A text edited in its place, with confirm and cancel. Enter saves, Escape cancels, unchanged text just closes. */
export function InlineEdit({ value, label, maxLength = 200, onSave, onCancel }: InlineEditProps) {
  const [text, setText] = useState(value)
  const [isSaving, setSaving] = useState(false)
  const [error, setError] = useState<string | null>(null)

  const save = async (event: FormEvent) => {
    event.preventDefault()
    const next = text.trim()
    if (next === value) return onCancel()
    if (next === '') return setError('Field is required')
    setSaving(true)
    try {
      await onSave(next)
    } catch {
      setSaving(false)
    }
  }

  return (
    <form
      className={styles.form}
      data-no-open
      onSubmit={save}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        onCancel()
      }}
    >
      <TextInput
        size="sm"
        className="kr-grow"
        aria-label={label}
        autoFocus
        value={text}
        error={error}
        maxLength={maxLength}
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => {
          setText(event.currentTarget.value)
          setError(null)
        }}
      />
      <ActionIcon type="submit" aria-label="Save" loading={isSaving}>
        <IconCheck />
      </ActionIcon>
      <ActionIcon aria-label="Cancel" onClick={onCancel} disabled={isSaving}>
        <IconX />
      </ActionIcon>
    </form>
  )
}
