import { useEffect } from 'react'
import { IconFileText, IconUpload, IconVideo } from '@tabler/icons-react'
import { Kbd } from '../ui/chip.tsx'
import styles from './article-kind-choice.module.css'

const later = 'Not in this version of Knowreel yet'

const kinds = [
  { name: 'Start recording', text: later, icon: IconVideo, isHere: false },
  { name: 'Upload video', text: later, icon: IconUpload, isHere: false },
  { name: 'Create document', text: 'Headings, lists and tables, written together', icon: IconFileText, isHere: true },
] as const

/** D creates a document, as the key beside the choice says. */
export function ArticleKindChoice({ onDocument }: { onDocument: () => void }) {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'd' || event.ctrlKey || event.metaKey || event.altKey) return
      event.preventDefault()
      onDocument()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [onDocument])

  return (
    <div className={styles.list}>
      {kinds.map(({ name, text, icon: Icon, isHere }) => (
        <button
          key={name}
          type="button"
          className={styles.choice}
          disabled={!isHere}
          data-autofocus={isHere || undefined}
          aria-keyshortcuts={isHere ? 'D' : undefined}
          onClick={onDocument}
        >
          <span className={styles.icon}>
            <Icon />
          </span>
          <span className="kr-grow">
            <span className={styles.name}>{name}</span>
            <span className={styles.text}>{text}</span>
          </span>
          {isHere && <Kbd>D</Kbd>}
        </button>
      ))}
    </div>
  )
}
