import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { AI_ANSWER_STREAM, AiAnswerData } from '@knowreel/shared/ai/ai.streams.ts'
import type { AnswerMessage, ChatMessage } from '@knowreel/shared/ai/answer.ts'
import { newKey } from '@knowreel/shared/identity/ids.ts'
import { failureMessage, runGeneration } from '../run-generation.ts'
import * as texts from '../texts.ts'

const stream: typeof AI_ANSWER_STREAM = 'ai-answer'

/** A question with what is known of its answer. */
export type Turn = {
  readonly question: string
  /** The text that has arrived. */
  readonly text: string
  readonly answer: AnswerMessage | null
  readonly error: string | null
}

export type AskedQuestion = { readonly text: string; readonly key: number }

/** Asks each question once, in the order in which they were asked. */
export function useConversation(asked: AskedQuestion, onBusy: (isBusy: boolean) => void) {
  const [turns, setTurns] = useState<readonly Turn[]>([])
  const cancel = useRef<() => void>(() => {})
  const changeLast = (change: Partial<Turn>) =>
    setTurns((all) => all.map((turn, at) => (at === all.length - 1 ? { ...turn, ...change } : turn)))

  const start = (question: string, before: readonly Turn[]) => {
    const data: AiAnswerData = { key: newKey(), question, messages: messagesOf(before) }
    setTurns([...before, { question, text: '', answer: null, error: null }])
    onBusy(true)
    const generation = runGeneration<AnswerMessage>(stream, data, { onText: (text) => changeLast({ text }) })
    cancel.current = generation.cancel
    generation.result
      .then(
        (answer) => changeLast({ answer }),
        (error: unknown) => changeLast({ error: failureMessage(error, texts.questionFailed) ?? '' }),
      )
      .finally(() => onBusy(false))
  }
  const onAsked = useEffectEvent((question: string) => start(question, turns))
  useEffect(() => {
    onAsked(asked.text)
    return () => cancel.current()
  }, [asked])

  return {
    turns,
    cancel: () => cancel.current(),
    askAgain: () => {
      const last = turns.at(-1)
      if (last) start(last.question, turns.slice(0, -1))
    },
  }
}

/** The server uses the last six. */
const messagesOf = (turns: readonly Turn[]): ChatMessage[] =>
  turns
    .flatMap(({ question, answer }): ChatMessage[] =>
      answer?.kind === 'answer'
        ? [
            { role: 'user', content: question },
            { role: 'assistant', content: answer.content },
          ]
        : [{ role: 'user', content: question }],
    )
    .slice(-6)
