import { useEffect, useRef, useState } from 'react'
import { IconPlus } from '@tabler/icons-react'
import { Chip } from '../../ui/chip.tsx'
import { useNarrow } from '../../ui/use-narrow.ts'
import { TagField } from '../tag-field.tsx'
import { useDraft, type Editing } from './editing.ts'
import styles from './edit-sidebar.module.css'

/** The tags of the article; pressing "Tag" opens the field in their place. Phones show them only. */
export function EditTags({ store }: Pick<Editing, 'store'>) {
  const tags = useDraft(store, ({ fields }) => fields.tags)
  const [isOpen, setOpen] = useState(false)
  const isNarrow = useNarrow()
  const place = useRef<HTMLDivElement>(null)

  useEffect(() => {
    if (!isOpen) return
    place.current?.querySelector('input')?.focus()
    const leave = (event: PointerEvent) => {
      const target = event.target as Element
      if (!place.current?.contains(target) && target.closest('[role="listbox"]') === null) setOpen(false)
    }
    document.addEventListener('pointerdown', leave)
    return () => document.removeEventListener('pointerdown', leave)
  }, [isOpen])

  if (isOpen) {
    return (
      <div ref={place} onKeyDown={(event) => event.key === 'Escape' && setOpen(false)} role="presentation">
        <TagField value={tags} onChange={(next) => store.edit({ tags: next })} />
      </div>
    )
  }
  return (
    <div className={styles.tags}>
      {tags.map((tag) => (
        <Chip key={tag}>{tag}</Chip>
      ))}
      {tags.length === 0 && <span className="kr-second kr-muted">Tags not added</span>}
      {!isNarrow && (
        <button type="button" className={styles.addTag} aria-label="Tag, edit the tags" onClick={() => setOpen(true)}>
          <IconPlus className="kr-icon-14" />
          Tag
        </button>
      )}
    </div>
  )
}
