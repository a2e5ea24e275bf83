import { useEffect, useMemo, useRef } from 'react'
import type { FileUrls } from './files/file-urls.ts'
import { useFindBar } from './find/use-find-bar.tsx'
import { withAccessibleMarkup } from './accessible-html.ts'
import { useMentionCard } from '../writing/index.ts'
import { loadWithRetry } from '../platform/load-with-retry.ts'
import { useRequestedFind } from './find/use-requested-find.ts'
import files from './note-files.module.css'
import formats from './note-formats.module.css'
import styles from './note-text.module.css'

type NoteTextProps = {
  /** Generated and escaped on the server from the note schema; nothing else may be passed. */
  html: string
  /** The article that shows it; used to request its images and attachments. */
  articleId: string
  /** For a page read through a public link: the source of its file URLs. */
  fileUrls?: FileUrls
  /** Accessible name of the text. */
  label?: string
  /** Replaced by the editor later, so it must have the same layout. */
  hasEditorLayout?: boolean
}

/** A note as readers see it: plain HTML, without any of the editor's code. */
export function NoteText(props: NoteTextProps) {
  const { html, label, hasEditorLayout } = props
  const markup = useMemo(() => {
    const readable = withAccessibleMarkup(html)
    // In the editor, toggles are open at first.
    return { __html: hasEditorLayout ? readable.replaceAll('<details', '<details open') : readable }
  }, [html, hasEditorLayout])
  const root = useRef<HTMLDivElement>(null)
  const { mentionHandlers, mentionCard } = useMentionCard()
  useNoteParts(root, props)
  const findBar = useFindBar(root)
  // The editor replaces this text and shows it then.
  useRequestedFind(hasEditorLayout ? null : root, html)

  return (
    <>
      {/* Mentions are buttons themselves; the handlers here only receive their events. */}
      <div
        ref={root}
        className={noteTextClass}
        data-editing={hasEditorLayout || undefined}
        data-long={html.length > longNoteHtmlLength || undefined}
        role={label ? 'region' : undefined}
        aria-label={label}
        {...mentionHandlers}
        dangerouslySetInnerHTML={markup}
      />
      {findBar}
      {mentionCard}
    </>
  )
}

/** What only some notes need is loaded for those. */
function useNoteParts(
  root: { readonly current: HTMLElement | null },
  { html, articleId, fileUrls, hasEditorLayout }: NoteTextProps,
): void {
  useEffect(() => {
    if (!/ data-font=| class="language-| data-type="(?:im|fi|tab|em)/.test(html)) return
    const end = new AbortController()
    void loadWithRetry(() => import('./activate-note.ts')).then(({ activateNote }) => {
      const text = root.current
      if (text) activateNote(text, { html, articleId, fileUrls, hasEditorLayout }, end.signal)
    })
    return () => end.abort()
  }, [root, html, articleId, fileUrls, hasEditorLayout])
}

/** Characters of HTML; about 120 blocks. */
const longNoteHtmlLength = 12_000

export const noteTextClass = `${styles.doc} ${formats.doc} ${files.doc}`
