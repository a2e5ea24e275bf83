import { useState } from 'react'
import { Button, NativeSelect, SegmentedControl, Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { aiLimits, noteTypeLabels, noteTypes, promptMessages, type NoteType } from '@knowreel/shared/ai/ai-choices.ts'
import type { AiPreferences } from '@knowreel/shared/ai/ai.calls.ts'
import { LoadError } from '../../ui/page/load-error.tsx'
import { AfterDelay, Skeleton } from '../../ui/page/skeleton.tsx'
import { preferencesQuery, useSavePreferences } from './ai-settings.queries.ts'
import * as texts from './texts.ts'
import styles from './recording-preferences.module.css'

/** What is generated for the person's new recordings. Choices are saved immediately. */
export function RecordingPreferences() {
  const { data, error, isFetching, refetch } = useQuery(preferencesQuery)
  return (
    <section className={styles.section} aria-labelledby="recording-preferences">
      <div>
        <h2 id="recording-preferences" className={styles.heading}>
          {texts.newRecordings}
        </h2>
        <p className="kr-second kr-muted">{texts.whatIsGenerated}</p>
      </div>
      {data ? (
        <PreferencesForm preferences={data} />
      ) : error ? (
        <LoadError text={texts.preferencesNotLoaded} onRetry={() => void refetch()} isRetrying={isFetching} />
      ) : (
        <AfterDelay>
          <div role="status" aria-label={texts.loadingPreferences}>
            <Skeleton height={120} radius="var(--r-card)" />
          </div>
        </AfterDelay>
      )}
    </section>
  )
}

function PreferencesForm({ preferences }: { preferences: AiPreferences }) {
  const save = useSavePreferences()
  const [type, setType] = useState<NoteType | 'none'>(preferences.notesAutoGeneration)
  const [prompt, setPrompt] = useState(preferences.customPrompt)
  const isEmptyPrompt = prompt.trim() === ''
  const choose = (next: NoteType | 'none') => {
    setType(next)
    // Custom notes are saved with their prompt.
    if (next !== 'custom' || !isEmptyPrompt)
      save.mutate({ ...preferences, notesAutoGeneration: next, customPrompt: prompt.trim() })
  }
  return (
    <div className={styles.list}>
      <div className={styles.row}>
        <div className={styles.words}>
          <p id="automatic-paragraphs">{texts.automaticParagraphs}</p>
          <p className="kr-second kr-muted">{texts.automaticParagraphsHelp}</p>
        </div>
        <SegmentedControl
          aria-labelledby="automatic-paragraphs"
          value={preferences.paragraphsAutoGeneration}
          data={[
            { value: 'manually', label: texts.manually },
            { value: 'automatically', label: texts.automatically },
          ]}
          onChange={(value) =>
            save.mutate({
              ...preferences,
              paragraphsAutoGeneration: value === 'automatically' ? 'automatically' : 'manually',
            })
          }
        />
      </div>
      <div className={styles.row}>
        <div className={styles.words}>
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
            if (!isEmptyPrompt)
              save.mutate({ ...preferences, notesAutoGeneration: 'custom', customPrompt: prompt.trim() })
          }}
        >
          <Textarea
            label={texts.describeAutomaticNotes}
            autosize
            minRows={2}
            maxRows={6}
            maxLength={aiLimits.notesPrompt}
            value={prompt}
            error={isEmptyPrompt ? promptMessages.missing : undefined}
            onChange={(event) => setPrompt(event.currentTarget.value)}
          />
          <Button
            type="submit"
            disabled={
              isEmptyPrompt ||
              (preferences.notesAutoGeneration === 'custom' && prompt.trim() === preferences.customPrompt)
            }
          >
            {texts.saveDescription}
          </Button>
        </form>
      )}
    </div>
  )
}
