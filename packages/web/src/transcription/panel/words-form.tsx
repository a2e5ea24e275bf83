import { useEffect, useRef, useState, type FormEvent } from 'react'
import { Button, NumberInput, TextInput } from '@mantine/core'
import { handleError } from '../../platform/api/handle-error.ts'
import type { TranscriptModel, WordRange } from '../transcript-model.ts'
import { useEditWords } from '../transcript.queries.ts'
import * as texts from '../texts.ts'
import { correctedRanges, rewriteRange } from './corrected-ranges.ts'
import styles from './transcription-panel.module.css'

type WordsFormProps = { articleId: string; model: TranscriptModel; range: WordRange; onClose: () => void }

/** Corrects the text and the times of some words; times in seconds of the article. */
export function WordsForm({ articleId, model, range, onClose }: WordsFormProps) {
  const edit = useEditWords(articleId)
  const words = model.words.slice(range.from, range.to)
  const [first, last] = [words[0], words.at(-1)]
  const [text, setText] = useState(words.map(({ word }) => word.text).join(' '))
  const [start, setStart] = useState((first?.start ?? 0) / 1000)
  const [end, setEnd] = useState((last?.end ?? 0) / 1000)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.select(), [])
  if (first === undefined || last === undefined) return null
  // Words of one stretch of a recording only; a selection across a cut is corrected stretch by stretch.
  const [stretch] = correctedRanges(model, range, (word) => word)
  const offset = first.word.start - first.start

  const save = (event: FormEvent) => {
    event.preventDefault()
    if (stretch === undefined) return
    const [from, to] = [Math.round(start * 1000) + offset, Math.round(end * 1000) + offset]
    const written = rewriteRange(text, { start: Math.max(0, from), end: Math.max(from + 20, to) }, first.word.speaker)
    const body = {
      ...stretch,
      from: Math.max(0, Math.min(stretch.from, from)),
      to: Math.max(stretch.to, to, from + 20),
      words: written,
    }
    edit.mutate(body, { onSuccess: onClose, onError: handleError })
  }
  return (
    <form
      className={styles.form}
      onSubmit={save}
      onClick={(event) => event.stopPropagation()}
      onDoubleClick={(event) => event.stopPropagation()}
      onKeyDown={(event) => {
        event.stopPropagation()
        if (event.key === 'Escape') onClose()
      }}
    >
      <TextInput
        ref={field}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        aria-label={texts.editText}
      />
      <NumberInput
        className={styles.time}
        label={texts.startLabel}
        value={start}
        min={0}
        step={0.1}
        decimalScale={3}
        onChange={(value) => setStart(Number(value))}
      />
      <NumberInput
        className={styles.time}
        label={texts.endLabel}
        value={end}
        min={0}
        step={0.1}
        decimalScale={3}
        onChange={(value) => setEnd(Number(value))}
      />
      <Button type="submit" variant="filled" loading={edit.isPending}>
        {texts.save}
      </Button>
      <Button onClick={onClose}>{texts.cancel}</Button>
    </form>
  )
}
