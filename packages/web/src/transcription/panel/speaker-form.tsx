import { useState, type FormEvent } from 'react'
import { Autocomplete, Button } from '@mantine/core'
import { transcriptionLimits } from '@knowreel/shared/transcription/transcription-limits.ts'
import { handleError } from '../../platform/api/handle-error.ts'
import { useRenameSpeaker } from '../transcript.queries.ts'
import * as texts from '../texts.ts'
import styles from './transcription-panel.module.css'

type SpeakerFormProps = { articleId: string; name: string; speakers: readonly string[]; onClose: () => void }

/** Renames a speaker everywhere in the article; the name of another one merges the two. */
export function SpeakerForm({ articleId, name, speakers, onClose }: SpeakerFormProps) {
  const rename = useRenameSpeaker(articleId)
  const [value, setValue] = useState(name)
  const save = (event: FormEvent) => {
    event.preventDefault()
    const to = value.trim()
    if (to === '' || to === name) return onClose()
    rename.mutate({ from: name, to }, { onSuccess: onClose, onError: handleError })
  }
  return (
    <form
      className={`${styles.form} ${styles.inset}`}
      onSubmit={save}
      onKeyDown={(event) => {
        event.stopPropagation()
        if (event.key === 'Escape') onClose()
      }}
    >
      <Autocomplete
        label={texts.renameSpeaker(name)}
        value={value}
        onChange={setValue}
        data={speakers.filter((one) => one !== name)}
        maxLength={transcriptionLimits.speakerLength}
        data-autofocus
        autoFocus
      />
      <Button type="submit" variant="filled" loading={rename.isPending}>
        {texts.save}
      </Button>
      <Button onClick={onClose}>{texts.cancel}</Button>
    </form>
  )
}
