import { useLayoutEffect, useRef, useState } from 'react'
import { Sheet } from '../../ui/dialog/sheet.tsx'
import { useNarrow } from '../../ui/use-breakpoints.ts'
import * as texts from '../texts.ts'
import { PanelContent, type CommentedArticle } from './panel-content.tsx'
import { closeComments } from './panel-state.ts'
import sidePanel from '../../ui/page/side-panel.module.css'
import styles from './comments-panel.module.css'

/** The comments beside an article; a sheet on narrow screens. */
export function CommentsPanel(props: CommentedArticle) {
  const isNarrow = useNarrow()
  const aside = useRef<HTMLElement>(null)
  useRestoreFocus(aside)
  if (isNarrow) {
    return (
      <Sheet opened onClose={closeComments} label={texts.comments}>
        <PanelContent {...props} />
      </Sheet>
    )
  }
  return (
    <aside ref={aside} className={`${sidePanel.aside} ${styles.aside}`} data-beside aria-label={texts.comments}>
      <PanelContent {...props} />
    </aside>
  )
}

/** Returns the focus to where the panel was opened from, if it was in the panel when it closed. */
function useRestoreFocus(aside: { readonly current: HTMLElement | null }): void {
  // Read before anything here takes the focus.
  const [opener] = useState(() => document.activeElement)
  useLayoutEffect(() => {
    const panel = aside.current
    return () => {
      if (!panel?.contains(document.activeElement)) return
      const isThere = opener !== document.body && opener?.isConnected === true
      const back = isThere ? opener : document.querySelector('[data-comments-button]')
      if (back instanceof HTMLElement) back.focus()
    }
  }, [aside, opener])
}
