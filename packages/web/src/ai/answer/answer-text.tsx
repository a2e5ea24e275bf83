import { Fragment } from 'react'
import { splitCitations } from '@knowreel/shared/ai/answer.ts'
import { parseModelText, type InlineText, type TextBlock } from '@knowreel/shared/ai/model-text.ts'
import styles from './answer.module.css'

type AnswerTextProps = {
  content: string
  /** Numbers of existing sources. */
  known: ReadonlySet<number>
  label: (number: number) => string
  onCite: (number: number) => void
}

/** The text of an answer, built of elements: what a model wrote is never markup. */
export function AnswerText({ content, ...citing }: AnswerTextProps) {
  return (
    <>
      {parseModelText(content).map((block, at) => (
        <Block key={at} block={block} {...citing} />
      ))}
    </>
  )
}

type Citing = Omit<AnswerTextProps, 'content'>

function Block({ block, ...citing }: { block: TextBlock } & Citing) {
  switch (block.type) {
    case 'code':
      return <pre className={styles.code}>{block.text}</pre>
    case 'heading':
      return (
        <h3 className={styles.heading}>
          <Inlines inlines={block.inlines} {...citing} />
        </h3>
      )
    case 'list': {
      const items = block.items.map((item, at) => (
        <li key={at}>
          <Inlines inlines={item} {...citing} />
        </li>
      ))
      return block.isOrdered ? <ol>{items}</ol> : <ul>{items}</ul>
    }
    case 'paragraph':
      return (
        <p>
          <Inlines inlines={block.inlines} {...citing} />
        </p>
      )
  }
}

const elements = { bold: 'strong', italic: 'em', code: 'code' } as const

function Inlines({ inlines, known, label, onCite }: { inlines: readonly InlineText[] } & Citing) {
  return inlines.map(({ text, marks: [mark] }, at) => {
    const parts = splitCitations(text, known).map((part, index) =>
      'text' in part ? (
        <Fragment key={index}>{part.text}</Fragment>
      ) : (
        part.citations.map((number) => (
          <button
            key={`${index} ${number}`}
            type="button"
            className={styles.cite}
            aria-label={label(number)}
            onClick={() => onCite(number)}
          >
            {number}
          </button>
        ))
      ),
    )
    if (mark === undefined) return <Fragment key={at}>{parts}</Fragment>
    const Element = elements[mark]
    return <Element key={at}>{parts}</Element>
  })
}
