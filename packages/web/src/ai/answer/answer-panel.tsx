import { useEffect, useId, useRef, useState, type ReactNode } from 'react'
import { ActionIcon, Button } from '@mantine/core'
import { IconCopy, IconRefresh, IconThumbDown, IconThumbUp } from '@tabler/icons-react'
import { citedNumbers, type AnswerMessage } from '@knowreel/shared/ai/answer.ts'
import { useMutation } from '@tanstack/react-query'
import { api } from '../../platform/api/api.ts'
import { copyText } from '../../ui/copy-text.ts'
import { showSuccess } from '../../ui/toast/toast.ts'
import * as texts from '../texts.ts'
import { AnswerSources, type OpenSource } from './answer-sources.tsx'
import { AnswerText } from './answer-text.tsx'
import { useConversation, type AskedQuestion, type Turn } from './use-conversation.ts'
import styles from './answer.module.css'

type AnswerPanelProps = OpenSource & {
  /** A new object for each question. */
  asked: AskedQuestion
  onBusy: (isBusy: boolean) => void
}

/** Questions and their answers; the last one is shown whole. */
export function AnswerPanel({ asked, onBusy, ...opening }: AnswerPanelProps) {
  const { turns, cancel, askAgain } = useConversation(asked, onBusy)
  const last = turns.at(-1)
  const end = useRef<HTMLDivElement>(null)
  useEffect(() => {
    end.current?.scrollIntoView({ block: 'nearest' })
  }, [turns.length])
  return (
    <div className={styles.panel}>
      <div className={styles.turns}>
        {turns.slice(0, -1).map((turn, at) => (
          <EarlierTurn key={at} turn={turn} {...opening} />
        ))}
        <div ref={end}>
          {last && <LastTurn key={turns.length} turn={last} onCancel={cancel} onAskAgain={askAgain} {...opening} />}
        </div>
      </div>
      <p className={styles.note}>{texts.answersUseOnlyArticles}</p>
    </div>
  )
}

function EarlierTurn({ turn, ...opening }: OpenSource & { turn: Turn }) {
  return (
    <details className={styles.earlier}>
      <summary>{turn.question}</summary>
      {turn.answer && <Answer answer={turn.answer} {...opening} />}
      {turn.error && <p className="kr-muted">{turn.error}</p>}
    </details>
  )
}

type LastTurnProps = OpenSource & { turn: Turn; onCancel: () => void; onAskAgain: () => void }

function LastTurn({ turn, onCancel, onAskAgain, ...opening }: LastTurnProps) {
  const { question, text, answer, error } = turn
  const isWaiting = answer === null && error === null
  return (
    <>
      <h2 className={styles.question}>{question}</h2>
      {answer && (
        <Answer answer={answer} {...opening}>
          <AnswerActions answer={answer} />
          <AskAgain onPress={onAskAgain} />
        </Answer>
      )}
      {isWaiting && text !== '' && (
        <div className={styles.text} data-arriving>
          <AnswerText content={text} known={new Set()} label={String} onCite={() => undefined} />
        </div>
      )}
      {error && (
        <p className={styles.error} role="alert">
          {error}
        </p>
      )}
      {answer === null && (
        <div className={styles.actions}>
          {isWaiting ? (
            <>
              <span className="kr-muted" role="status">
                {text === '' ? texts.searching : texts.writing}
              </span>
              <Button variant="subtle" onClick={onCancel}>
                {texts.cancel}
              </Button>
            </>
          ) : (
            <AskAgain onPress={onAskAgain} />
          )}
        </div>
      )}
    </>
  )
}

const AskAgain = ({ onPress }: { onPress: () => void }) => (
  <Button variant="subtle" leftSection={<IconRefresh />} onClick={onPress}>
    {texts.askAgain}
  </Button>
)

type AnswerProps = OpenSource & { answer: AnswerMessage; children?: ReactNode }

function Answer({ answer, children, ...opening }: AnswerProps) {
  const [chosen, setChosen] = useState<number | null>(null)
  const id = useId()
  const idOf = (number: number) => `${id}-${number}`
  const { sources } = answer.metadata
  const cite = (number: number) => {
    setChosen(number)
    const source = document.getElementById(idOf(number))
    source?.scrollIntoView({ block: 'nearest' })
    source?.focus({ preventScroll: true })
  }
  return (
    <div className={styles.answer}>
      <div className={styles.text} aria-live="polite">
        {answer.kind === 'passages' ? (
          <p className="kr-muted">{texts.foundInTheseArticles}</p>
        ) : (
          <AnswerText
            content={answer.content}
            known={new Set(sources.map(({ number }) => number))}
            label={(number) =>
              texts.sourceLabel(number, sources.find((source) => source.number === number)?.title ?? '')
            }
            onCite={cite}
          />
        )}
        {children && <div className={styles.actions}>{children}</div>}
      </div>
      <AnswerSources answer={answer} chosen={chosen} idOf={idOf} {...opening} />
    </div>
  )
}

function AnswerActions({ answer }: { answer: AnswerMessage }) {
  const rate = useMutation({
    mutationFn: (isGood: boolean | null) => api.ai.rate({ params: { id: answer.id }, body: { isGood } }),
  })
  const [isGood, setGood] = useState<boolean | null>(null)
  const press = (value: boolean) => {
    const next = isGood === value ? null : value
    setGood(next)
    rate.mutate(next, { onError: () => setGood(isGood) })
  }
  const copy = async () => {
    if (await copyText(toPlainText(answer))) showSuccess(texts.answerCopied)
  }
  if (answer.kind === 'nothing') return null
  return (
    <>
      {answer.kind === 'answer' && (
        <Button variant="subtle" leftSection={<IconCopy />} onClick={() => void copy()}>
          {texts.copy}
        </Button>
      )}
      <ActionIcon aria-label={texts.goodAnswer} aria-pressed={isGood === true} onClick={() => press(true)}>
        <IconThumbUp />
      </ActionIcon>
      <ActionIcon aria-label={texts.badAnswer} aria-pressed={isGood === false} onClick={() => press(false)}>
        <IconThumbDown />
      </ActionIcon>
    </>
  )
}

/** With the titles of its sources. */
function toPlainText({ content, metadata }: AnswerMessage): string {
  const cited = citedNumbers(content)
  const sources = metadata.sources.filter(({ number }) => cited.has(number))
  return [content, ...sources.map(({ number, title }) => `[${number}] ${title || texts.untitled}`)].join('\n')
}
