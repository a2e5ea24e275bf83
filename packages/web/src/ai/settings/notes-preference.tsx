import { useState } from 'react'
import { Button, NativeSelect, Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { aiLimits, noteTypeLabels, noteTypes, promptMessages, type NoteType } from '@knowreel/shared/ai/ai-choices.ts'
import type { AiPreferences } from '@knowreel/shared/ai/ai.calls.ts'
import { LoadError } from '../../ui/page/load-error.tsx'
import { AfterDelay, Skeleton } from '../../ui/page/skeleton.tsx'
import { preferencesQuery, useSavePreferences } from './ai-settings.queries.ts'
import * as texts from './texts.ts'
import styles from './notes-preference.module.css'

/** Which notes are written for the person's new recordings. The choice is saved immediately. */
export function NotesPreference() {
  const { data, error, isFetching, refetch } = useQuery(preferencesQuery)
  if (data) return <NotesForm preferences={data} />
  if (error)
    return <LoadError text={texts.preferencesNotLoaded} onRetry={() => void refetch()} isRetrying={isFetching} />
  return (
    <AfterDelay>
      <div role="status" aria-label={texts.loadingPreferences} className={styles.row}>
        <Skeleton height={36} radius="var(--r-control)" />
      </div>
    </AfterDelay>
  )
}

function NotesForm({ preferences }: { preferences: AiPreferences }) {
  const save = useSavePreferences()
  const [type, setType] = useState<NoteType | 'none'>(preferences.notesAutoGeneration)
  const [prompt, setPrompt] = useState(preferences.customPrompt)
  const description = prompt.trim()
  const isSaved = preferences.notesAutoGeneration === 'custom' && description === preferences.customPrompt
  const choose = (next: NoteType | 'none') => {
    setType(next)
    // Custom notes are saved with their description.
    if (next !== 'custom' || description !== '') save.mutate({ notesAutoGeneration: next, customPrompt: description })
  }
  return (
    <>
      <div className={styles.row}>
        <div>
          <p>{texts.automaticNotes}</p>
          <p className="kr-second kr-muted">{texts.automaticNotesHelp}</p>
        </div>
        <NativeSelect
          aria-label={texts.automaticNotes}
          className={styles.choice}
          value={type}
          data={[
            { value: 'none', label: texts.none },
            ...noteTypes.map((value) => ({ value, label: noteTypeLabels[value] })),
          ]}
          onChange={(event) => choose(event.currentTarget.value as NoteType | 'none')}
        />
      </div>
      {type === 'custom' && (
        <form
          className={styles.prompt}
          onSubmit={(event) => {
            event.preventDefault()
            if (description !== '') save.mutate({ notesAutoGeneration: 'custom', customPrompt: description })
          }}
        >
          <Textarea
            label={texts.describeAutomaticNotes}
            autosize
            minRows={2}
            maxRows={6}
            maxLength={aiLimits.notesPrompt}
            value={prompt}
            error={description === '' ? promptMessages.missing : undefined}
            onChange={(event) => setPrompt(event.currentTarget.value)}
          />
          <Button type="submit" disabled={description === '' || isSaved}>
            {texts.saveDescription}
          </Button>
        </form>
      )}
    </>
  )
}
