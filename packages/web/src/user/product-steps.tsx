import picture from './sign-up-recording.jpg'
import styles from './product-steps.module.css'

const paragraphs = [
  { title: 'Restart the modem remotely', time: '5:02', isOpen: true },
  { title: 'When the restart is refused', time: '5:51', isOpen: false },
  { title: 'Replay the missed readings', time: '6:30', isOpen: false },
]

const steps = [
  { title: 'Record it once', text: 'Your screen, your voice. Knowreel cuts it into titled paragraphs.' },
  { title: 'Keep it in a workspace', text: 'Notes, comments and versions stay with the recording.' },
  { title: 'Ask instead of searching', text: 'Answers name the second of the video they come from.' },
]

/** Lengths of the paragraphs in the picture, and how much of each has been watched. */
const track = [
  { length: 84, watched: 100 },
  { length: 168, watched: 100 },
  { length: 138, watched: 43 },
  { length: 66, watched: 0 },
  { length: 66, watched: 0 },
]

/** What the product is, in a picture and three sentences, beside the form. */
export function ProductSteps() {
  return (
    <div className={styles.steps}>
      <figure className={styles.player} aria-hidden>
        <div className={styles.screen}>
          <img src={picture} alt="" width={1280} height={720} />
          <div className={styles.scrub}>
            {track.map(({ length, watched }, index) => (
              <i key={index} style={{ flex: length }}>
                <b style={{ width: `${watched}%` }} data-head={watched > 0 && watched < 100 ? true : undefined} />
              </i>
            ))}
          </div>
        </div>
        <div className={styles.list}>
          {paragraphs.map(({ title, time, isOpen }) => (
            <div key={title} className={styles.paragraph} data-open={isOpen || undefined}>
              <span>{title}</span>
              <span className="kr-num">{time}</span>
            </div>
          ))}
        </div>
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
