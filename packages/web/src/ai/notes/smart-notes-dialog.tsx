import { useEffect, useEffectEvent, useState, type ComponentType, type FormEvent } from 'react'
import { Button, Modal, NativeSelect, Textarea } from '@mantine/core'
import {
  IconBook2,
  IconCalendarEvent,
  IconClipboardList,
  IconFileCode,
  IconPencil,
  IconReportAnalytics,
  IconScale,
  IconSparkles,
} from '@tabler/icons-react'
import { aiLimits, noteTypeLabels, noteTypes, tones, type NoteType, type Tone } from '@knowreel/shared/ai/ai-choices.ts'
import { articleLimits } from '@knowreel/shared/article/article.rules.ts'
import type { DialogProps } from '../../ui/dialog/dialog-props.ts'
import { DialogFooter } from '../../ui/dialog/dialog-footer.tsx'
import * as texts from '../texts.ts'
import { smartNotes } from './smart-notes.ts'
import styles from './smart-notes.module.css'

const icons: Readonly<Record<NoteType, ComponentType>> = {
  'meeting-notes': IconCalendarEvent,
  'user-manual': IconBook2,
  policy: IconScale,
  'status-report': IconReportAnalytics,
  'technical-documentation': IconFileCode,
  'requirements-documentation': IconClipboardList,
  custom: IconPencil,
}

export type SmartNotesDialogProps = {
  readonly draftId: string
  readonly tabs: readonly { readonly id: string; readonly title: string }[]
}

/** The value of the choice that adds a tab. */
const newTab = ''

/** Chooses what notes to write; they are written while the person continues to work. */
export function SmartNotesDialog({ draftId, tabs, opened, onClose }: SmartNotesDialogProps & DialogProps) {
  const [type, setType] = useState<NoteType | null>(null)
  const [prompt, setPrompt] = useState('')
  const [tone, setTone] = useState<Tone>('informative')
  const mayAddTab = tabs.length < articleLimits.textTabs
  const [tabId, setTabId] = useState(mayAddTab ? newTab : (tabs.at(-1)?.id ?? newTab))
  const { status } = smartNotes.use(draftId)
  const isRunning = status !== null
  // Another page or a colleague may have started it.
  const closeWhileRunning = useEffectEvent(() => isRunning && onClose())
  useEffect(() => void closeWhileRunning(), [isRunning])
  const isComplete = type !== null && (type !== 'custom' || prompt.trim() !== '')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isComplete) return
    onClose()
    const request = { articleId: draftId, predefinedPrompt: type, prompt, tone, textTabId: tabId || null }
    smartNotes.start(draftId, request)
  }
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      size={640}
      title={texts.smartNotes}
      closeButtonProps={{ 'aria-label': texts.close }}
    >
      <form onSubmit={submit} noValidate>
        <p className="kr-muted">{texts.writtenFromTheTranscript}</p>
        <div role="radiogroup" aria-label={texts.kindOfNotes} className={styles.types}>
          {noteTypes.map((name, at) => {
            const Icon = icons[name]
            return (
              <label key={name} className={styles.type} data-chosen={name === type || undefined}>
                <input
                  type="radio"
                  name="notes"
                  className="kr-sr"
                  data-autofocus={at === 0 || undefined}
                  checked={name === type}
                  onChange={() => setType(name)}
                />
                <span className={styles.icon}>
                  <Icon />
                </span>
                <span>
                  <b>{noteTypeLabels[name]}</b>
                  <span>{texts.noteTypeDescriptions[name]}</span>
                </span>
              </label>
            )
          })}
        </div>
        {type === 'custom' && (
          <Textarea
            className={styles.prompt}
            label={texts.describeTheNotes}
            description={texts.ofCharacters(prompt.length, aiLimits.notesPrompt)}
            autoFocus
            autosize
            minRows={3}
            maxRows={8}
            maxLength={aiLimits.notesPrompt}
            value={prompt}
            onChange={(event) => setPrompt(event.currentTarget.value)}
          />
        )}
        <div className={styles.options}>
          <NativeSelect
            label={texts.toneTitle}
            value={tone}
            data={tones.map((value) => ({ value, label: texts.toneTitles[value] }))}
            onChange={(event) => setTone(event.currentTarget.value as Tone)}
          />
          <NativeSelect
            label={texts.addTo}
            value={tabId}
            data={[
              ...(mayAddTab ? [{ value: newTab, label: texts.aNewTab }] : []),
              ...tabs.map(({ id, title }) => ({ value: id, label: texts.atTheEndOf(title) })),
            ]}
            onChange={(event) => setTabId(event.currentTarget.value)}
          />
        </div>
        <DialogFooter note={texts.youCanKeepWorking}>
          <Button onClick={onClose}>{texts.cancel}</Button>
          <Button type="submit" variant="filled" leftSection={<IconSparkles />} disabled={!isComplete}>
            {texts.generateNotes}
          </Button>
        </DialogFooter>
      </form>
    </Modal>
  )
}
