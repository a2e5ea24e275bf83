import { useEffect, useRef, type KeyboardEvent } from 'react'
import { articleLimits } from '@knowreel/shared/article/article.rules.ts'
import { useDraft, type EditingContext } from './editing-context.ts'
import * as articleTexts from '../texts.ts'
import * as texts from './texts.ts'
import styles from './edit-sidebar.module.css'

const saveAfterMs = 250

type TitleFieldProps = Pick<EditingContext, 'store'> & { /** Enter moves to the text. */ onEnter: () => void }

/** The title, edited in place. It grows with its lines and saves automatically. */
export function TitleField({ store, onEnter }: TitleFieldProps) {
  const title = useDraft(store, ({ fields }) => fields.title)
  const field = useRef<HTMLTextAreaElement>(null)
  const isEmpty = title.trim() === ''

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
    <div>
      <textarea
        ref={field}
        id="draft-title"
        className={styles.title}
        aria-label={texts.title}
        aria-invalid={isEmpty || undefined}
        aria-describedby={isEmpty ? 'draft-title-error' : undefined}
        placeholder={texts.untitled}
        rows={1}
        maxLength={articleLimits.titleLength}
        value={title}
        onKeyDown={press}
        // A title is one line, whatever was pasted.
        onChange={(event) => store.edit({ title: event.currentTarget.value.replaceAll(/\s*\n\s*/g, ' ') }, saveAfterMs)}
      />
      {isEmpty && (
        <p id="draft-title-error" className={styles.error}>
          {articleTexts.theArticleTitleIsRequired}
        </p>
      )}
    </div>
  )
}
