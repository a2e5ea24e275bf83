import { useRef, useState, type KeyboardEvent, type SyntheticEvent } from 'react'
import { ActionIcon, Textarea, TextInput, Tooltip } from '@mantine/core'
import { IconCheck, IconX } from '@tabler/icons-react'
import { useUnsavedChanges } from '../../ui/dialog/use-unsaved-changes.ts'
import * as texts from '../texts.ts'
import styles from './editable-field.module.css'

type EditableFieldProps = {
  label: string
  value: string
  description?: string
  maxLength: number
  /** The message for an empty field; without it, empty is allowed. */
  requiredText?: string
  isMultiline?: boolean
  /** If it rejects, the typed text is kept; the caller shows the reason. */
  onSave: (value: string) => Promise<unknown>
}

/**
 * A field with its own confirm and cancel buttons, which appear as soon as the text differs. Cancel restores the saved
 * text.
 */
export function EditableField(props: EditableFieldProps) {
  const { label, value, description, maxLength, requiredText, isMultiline = false, onSave } = props
  const [draft, setDraft] = useState<string | null>(null)
  const [error, setError] = useState<string | null>(null)
  const [isSaving, setSaving] = useState(false)
  const field = useRef<HTMLInputElement & HTMLTextAreaElement>(null)
  const isDirty = draft !== null && draft !== value
  useUnsavedChanges({ isDirty, body: texts.theLabelYouTypedIs(label.toLowerCase()) })

  const restore = () => {
    setDraft(null)
    setError(null)
    field.current?.focus()
  }
  const save = async () => {
    const next = (draft ?? value).trim()
    if (next === value) return restore()
    if (next === '' && requiredText) {
      setError(requiredText)
      field.current?.focus()
      return
    }
    setSaving(true)
    try {
      await onSave(next)
      setDraft(null)
    } catch {
      // The caller shows the error; the text stays for another attempt.
    } finally {
      setSaving(false)
    }
  }

  const keys = (event: KeyboardEvent) => {
    const isConfirm = event.key === 'Enter' && (!isMultiline || event.ctrlKey || event.metaKey)
    if (!isDirty || event.nativeEvent.isComposing || (!isConfirm && event.key !== 'Escape')) return
    event.preventDefault()
    event.stopPropagation()
    if (isConfirm) void save()
    else restore()
  }
  const name = label.toLowerCase()
  const input = {
    ref: field,
    label,
    description,
    maxLength,
    error,
    value: draft ?? value,
    readOnly: isSaving,
    rightSectionWidth: 'calc(2 * var(--h-control) + 4px)',
    rightSectionPointerEvents: 'all' as const,
    classNames: { section: isMultiline ? styles.above : undefined },
    rightSection:
      isDirty || isSaving ? <Buttons name={name} isSaving={isSaving} onSave={save} onCancel={restore} /> : null,
    onKeyDown: keys,
    onChange: (event: SyntheticEvent<HTMLInputElement | HTMLTextAreaElement>) => {
      setDraft(event.currentTarget.value)
      setError(null)
    },
  }
  return isMultiline ? <Textarea {...input} autosize minRows={2} maxRows={8} /> : <TextInput {...input} />
}

type ButtonsProps = { name: string; isSaving: boolean; onSave: () => Promise<void>; onCancel: () => void }

function Buttons({ name, isSaving, onSave, onCancel }: ButtonsProps) {
  return (
    <>
      <Tooltip label={texts.save}>
        <ActionIcon aria-label={texts.saveName(name)} loading={isSaving} onClick={() => void onSave()}>
          <IconCheck />
        </ActionIcon>
      </Tooltip>
      <Tooltip label={texts.cancel}>
        <ActionIcon aria-label={texts.cancelChangingTheName(name)} disabled={isSaving} onClick={onCancel}>
          <IconX />
        </ActionIcon>
      </Tooltip>
    </>
  )
}
