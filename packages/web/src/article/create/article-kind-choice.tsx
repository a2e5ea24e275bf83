import { useEffect, useRef } from 'react'
import { IconFileText, IconUpload, IconVideo } from '@tabler/icons-react'
import { Kbd } from '../../ui/chip.tsx'
import { hasJustLeftEditor } from '../../ui/left-editor.ts'
import * as texts from '../texts.ts'
import styles from './article-kind-choice.module.css'

type ArticleKindChoiceProps = { onRecording: () => void; onDocument: () => void; onVideo: () => void }

const kinds = [
  { name: texts.startRecording, text: texts.recordScreenOrCamera, icon: IconVideo, key: 'r' },
  { name: texts.uploadVideo, text: texts.webMMP4OrMOVAdd, icon: IconUpload, key: 'u' },
  { name: texts.createDocument, text: texts.writeTextListsAndTables, icon: IconFileText, key: 'd' },
] as const

/** R, U and D choose, as the hints beside the choices say. */
export function ArticleKindChoice(props: ArticleKindChoiceProps) {
  const choose = { r: props.onRecording, u: props.onVideo, d: props.onDocument }
  const latest = useRef(choose)
  useEffect(() => {
    latest.current = choose
  })
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const key = event.key.toLowerCase()
      if ((key !== 'r' && key !== 'd' && key !== 'u') || event.ctrlKey || event.metaKey || event.altKey) return
      if (hasJustLeftEditor(event)) return
      event.preventDefault()
      latest.current[key]()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [])

  return (
    <div className={styles.list}>
      {kinds.map(({ name, text, icon: Icon, key }) => (
        <button
          key={name}
          type="button"
          className={styles.choice}
          data-autofocus={key === 'd' || undefined}
          aria-keyshortcuts={key.toUpperCase()}
          onClick={choose[key]}
        >
          <span className={styles.icon}>
            <Icon />
          </span>
          <span className="kr-grow">
            <span className={styles.name}>{name}</span>
            <span className={styles.text}>{text}</span>
          </span>
          <Kbd>{key.toUpperCase()}</Kbd>
        </button>
      ))}
    </div>
  )
}
