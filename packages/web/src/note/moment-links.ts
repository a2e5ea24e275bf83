import { useMemo, type MouseEvent } from 'react'
import { parseMomentHref, type NoteMoment } from '@knowreel/shared/note/note-moment.ts'

/** Spread over the element; Enter on a link is a click too. */
export type MomentLinkHandlers = { readonly onClick: (event: MouseEvent) => void }

/**
 * For the element around notes: links to moments of the recording jump there instead of opening a page. In an editor, a
 * click sets the caret, so only Ctrl or ⌘ with a click follows the link, as for other links.
 */
export function useMomentLinks(onMoment: (moment: NoteMoment) => void): MomentLinkHandlers {
  return useMemo(
    () => ({
      onClick(event) {
        const link = event.target instanceof Element ? event.target.closest('a[href^="#t="]') : null
        const moment = parseMomentHref(link?.getAttribute('href'))
        if (!link || moment === null) return
        event.preventDefault()
        const isEditing = link.closest('[contenteditable="true"]') !== null
        if (!isEditing || event.ctrlKey || event.metaKey) onMoment(moment)
      },
    }),
    [onMoment],
  )
}
