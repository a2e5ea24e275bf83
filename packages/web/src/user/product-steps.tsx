import { IconCheck, IconVocabulary } from '@tabler/icons-react'
import styles from './product-steps.module.css'

const lines = [
  { text: 'Read the error light on the modem', isDone: true },
  { text: 'Restart it from the portal', isDone: true },
  { text: 'Replay the missed readings', isDone: false, by: 'Jonas' },
]

const steps = [
  { title: 'Write it down together', text: 'Notes that several people edit at the same time.' },
  { title: 'Keep it in a workspace', text: 'People see only what they have access to.' },
  { title: 'Publish when it’s ready', text: 'Until then, it’s a draft that readers don’t see.' },
]

/** Presents the product in a picture and three sentences, beside the form. */
export function ProductSteps() {
  return (
    <div className={styles.steps}>
      <figure className={styles.note} aria-hidden>
        <div className={styles.place}>
          <IconVocabulary className="kr-icon-16" />
          Support runbooks
        </div>
        <div className={styles.title}>When a gateway goes quiet</div>
        <ul className={styles.list}>
          {lines.map(({ text, isDone, by }) => (
            <li key={text} data-done={isDone || undefined}>
              <span className={styles.box}>{isDone && <IconCheck />}</span>
              <span>{text}</span>
              {by && (
                <span className={styles.caret}>
                  <b>{by}</b>
                </span>
              )}
            </li>
          ))}
        </ul>
      </figure>
      <ol className={styles.words}>
        {steps.map(({ title, text }, index) => (
          <li key={title}>
            <span className={styles.number}>{index + 1}</span>
            <div>
              <p className="kr-medium">{title}</p>
              <p className="kr-muted">{text}</p>
            </div>
          </li>
        ))}
      </ol>
    </div>
  )
}
