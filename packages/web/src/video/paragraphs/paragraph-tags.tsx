import { useEffect, useRef, type ComponentType } from 'react'
import styles from './paragraphs.module.css'

/** The article's tag field; it is passed in because this folder does not depend on articles. */
export type TagFieldComponent = ComponentType<{ value: readonly string[]; onChange: (tags: string[]) => void }>

type ParagraphTagsProps = {
  tags: readonly string[]
  onChange: (tags: string[]) => void
  onEnd: (byKey: boolean) => void
  TagField: TagFieldComponent
}

/** Edits the tags of a paragraph in place. Escape or a press elsewhere ends it. */
export function ParagraphTags({ tags, onChange, onEnd, TagField }: ParagraphTagsProps) {
  const field = useRef<HTMLDivElement>(null)
  const end = useRef(onEnd)
  useEffect(() => {
    end.current = onEnd
  })
  useEffect(() => {
    field.current?.querySelector('input')?.focus()
    const press = ({ target }: PointerEvent) => {
      if (!(target instanceof Element) || field.current?.contains(target) || target.closest('[role="listbox"]')) return
      // The field accepts typed text when it loses the focus; removing it fires no blur event.
      field.current?.querySelector('input')?.blur()
      end.current(false)
    }
    document.addEventListener('pointerdown', press)
    return () => document.removeEventListener('pointerdown', press)
  }, [])
  return (
    <div
      ref={field}
      role="presentation"
      className={styles.tagField}
      onClick={(event) => event.stopPropagation()}
      onKeyDown={(event) => {
        event.stopPropagation()
        if (event.key === 'Escape') onEnd(true)
      }}
    >
      <TagField value={tags} onChange={onChange} />
    </div>
  )
}
