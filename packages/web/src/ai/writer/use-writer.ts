import { useEffect, useRef, useState } from 'react'
import type { WriterType } from '@knowreel/shared/ai/ai-choices.ts'
import type { AI_TEXT_STREAM, AiTextRequest, AiTextResult } from '@knowreel/shared/ai/ai.streams.ts'
import { cancelled, runGeneration, showGenerationError } from '../run-generation.ts'
import * as texts from '../texts.ts'

const stream: typeof AI_TEXT_STREAM = 'ai-text'

export type WriterChoice = {
  readonly writerType: WriterType
  /** Tone or language. */
  readonly option: AiTextRequest['option']
  readonly prompt: string
}

export type Writer = {
  /** Null before the first text. */
  readonly text: string | null
  readonly isRunning: boolean
  readonly choice: WriterChoice | null
  readonly run: (choice: WriterChoice) => void
  readonly cancel: () => void
  readonly edit: (text: string) => void
}

type WriterOptions = { readonly articleId: string; readonly selectedText: string; readonly isConsiderArticle: boolean }

/** Generates texts for one position in a note. A failure keeps the text before it. */
export function useWriter({ articleId, selectedText, isConsiderArticle }: WriterOptions): Writer {
  const [text, setText] = useState<string | null>(null)
  const [isRunning, setRunning] = useState(false)
  const [choice, setChoice] = useState<WriterChoice | null>(null)
  const stop = useRef<() => void>(() => {})
  useEffect(() => () => stop.current(), [])

  const run = (next: WriterChoice) => {
    const before = text
    const data: AiTextRequest = { articleId, selectedText, isConsiderArticle, ...next }
    stop.current()
    setChoice(next)
    setRunning(true)
    setText('')
    const generation = runGeneration<AiTextResult>(stream, data, { onText: setText })
    const isCurrent = () => stop.current === generation.cancel
    stop.current = generation.cancel
    generation.result.then(
      (result) => {
        if (!isCurrent()) return
        setText(result.text)
        setRunning(false)
      },
      (error: unknown) => {
        if (!isCurrent()) return
        // Text of a stopped generation stays, so that the person can use it.
        setText((now) => (error === cancelled && now ? now : before))
        setRunning(false)
        showGenerationError(error, texts.errorGenerating)
      },
    )
  }
  return { text, isRunning, choice, run, cancel: () => stop.current(), edit: setText }
}
