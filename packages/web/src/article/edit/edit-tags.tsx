import { useEffect, useRef, useState } from 'react'
import { IconPlus } from '@tabler/icons-react'
import { Chip } from '../../ui/chip.tsx'
import { useNarrow } from '../../ui/use-breakpoints.ts'
import { TagField } from '../tags/tag-field.tsx'
import { useDraft, type EditingContext } from './editing-context.ts'
import * as texts from './texts.ts'
import tagStyles from '../tags/article-tags.module.css'
import styles from './edit-sidebar.module.css'

/** By then a press outside has become a click on its target. */
const clickDelayMs = 100

/** The tags of the article; pressing "Tag" replaces them with the field. Phones only show them. */
export function EditTags({ store }: Pick<EditingContext, 'store'>) {
  const tags = useDraft(store, ({ fields }) => fields.tags)
  const [isOpen, setOpen] = useState(false)
  const isNarrow = useNarrow()
  const field = useRef<HTMLDivElement>(null)

  useEffect(() => {
    if (!isOpen) return
    field.current?.querySelector('input')?.focus()
    let timer: ReturnType<typeof setTimeout> | undefined
    let isPressedOutside = false
    const press = ({ target }: PointerEvent) => {
      const container = field.current
      if (!container || !(target instanceof Element)) return
      isPressedOutside = !container.contains(target) && target.closest('[role="listbox"]') === null
      // Keeps the pressed target in place even if the tag just typed needs a line of its own.
      if (isPressedOutside) container.style.height = `${container.offsetHeight}px`
    }
    const leave = () => {
      if (!isPressedOutside) return
      clearTimeout(timer)
      timer = setTimeout(() => {
        // The field accepts typed text when it loses the focus; removing it fires no blur event.
        field.current?.querySelector('input')?.blur()
        setOpen(false)
      }, clickDelayMs)
    }
    document.addEventListener('pointerdown', press)
    document.addEventListener('pointerup', leave)
    document.addEventListener('pointercancel', leave)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('pointerdown', press)
      document.removeEventListener('pointerup', leave)
      document.removeEventListener('pointercancel', leave)
    }
  }, [isOpen])

  if (isOpen) {
    return (
      <div
        ref={field}
        className={styles.tagField}
        onKeyDown={(event) => event.key === 'Escape' && setOpen(false)}
        role="presentation"
      >
        <TagField value={tags} onChange={(next) => store.edit({ tags: next })} />
      </div>
    )
  }
  return (
    <div className={styles.tags}>
      {tags.map((tag) => (
        <Chip key={tag}>{tag}</Chip>
      ))}
      {tags.length === 0 && <span className="kr-second kr-muted">{texts.tagsNotAdded}</span>}
      {!isNarrow && (
        <button type="button" className={tagStyles.add} aria-label={texts.tagEditTheTags} onClick={() => setOpen(true)}>
          <IconPlus className="kr-icon-14" />
          {texts.tag}
        </button>
      )}
    </div>
  )
}
