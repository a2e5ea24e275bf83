import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { articleLimits } from '@knowreel/shared/article/article.rules.ts'
import { Emoji } from '../../ui/emoji.tsx'
import { saveAfterMs, useDraft, type EditingContext } from './editing-context.ts'
import * as articleTexts from '../texts.ts'
import * as texts from './texts.ts'
import styles from './edit-sidebar.module.css'

export const titleFieldId = 'draft-title'
type TitleFieldProps = Pick<EditingContext, 'store'> & {
  /** As the heading of the page, instead of beside it. */
  isHeading?: boolean
  /** Enter moves to the text. */
  onEnter: () => void
  /** A new article begins here. */
  shouldFocus: boolean
}

/** The title, edited in place. It grows with its lines and saves automatically. */
export function TitleField({ store, isHeading, onEnter, shouldFocus }: TitleFieldProps) {
  const title = useDraft(store, ({ fields }) => fields.title)
  const icon = useDraft(store, ({ fields }) => fields.icon)
  const field = useRef<HTMLTextAreaElement>(null)
  // A title is not missing before anyone could have typed it.
  const [isNew, setNew] = useState(shouldFocus)
  const isMissing = title.trim() === '' && !isNew

  useEffect(() => {
    const element = field.current
    // Browsers that size fields by content need no help.
    if (!element || CSS.supports('field-sizing', 'content')) return
    element.style.height = 'auto'
    element.style.height = `${element.scrollHeight}px`
  }, [title])

  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    event.preventDefault()
    onEnter()
  }

  return (
    <div className={styles.titleRow}>
      {!isHeading && <Emoji icon={icon} />}
      <textarea
        ref={field}
        id={titleFieldId}
        className={styles.title}
        data-heading={isHeading}
        aria-label={texts.title}
        aria-invalid={isMissing || undefined}
        aria-describedby={isMissing ? 'draft-title-error' : undefined}
        placeholder={texts.untitled}
        rows={1}
        maxLength={articleLimits.titleLength}
        value={title}
        autoFocus={shouldFocus}
        onBlur={() => setNew(false)}
        onKeyDown={press}
        // A title is one line, whatever was pasted.
        onChange={(event) => store.edit({ title: event.currentTarget.value.replaceAll(/\s*\n\s*/g, ' ') }, saveAfterMs)}
      />
      {isMissing && (
        <p id="draft-title-error" className={styles.error}>
          {articleTexts.theArticleTitleIsRequired}
        </p>
      )}
    </div>
  )
}
