import { IconCheck, IconVocabulary } from '@tabler/icons-react'
import * as texts from './texts.ts'
import styles from './product-steps.module.css'

const lines = [
  { text: texts.readErrorLightOnModem, isDone: true },
  { text: texts.restartItFromThePortal, isDone: true },
  { text: texts.replayTheMissedReadings, isDone: false, by: 'Jonas' },
]

const steps = [
  { title: texts.writeItDownTogether, text: texts.notesThatSeveralPeopleEdit },
  { title: texts.keepItInAWorkspace, text: texts.peopleSeeOnlyWhatThey },
  { title: texts.publishWhenItsReady, text: texts.untilThenItsDraftThat },
]

/** Presents the product in a picture and three sentences, beside the form. */
export function ProductSteps() {
  return (
    <div className={styles.steps}>
      <figure className={styles.note} aria-hidden>
        <div className={styles.workspace}>
          <IconVocabulary className="kr-icon-16" />
          {texts.supportRunbooks}
        </div>
        <div className={styles.title}>{texts.whenAGatewayGoesQuiet}</div>
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
