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
export function NoteText({ html, articleId, fileUrls, label, hasEditorLayout }: NoteTextProps) {
  const markup = useMemo(() => ({ __html: withAccessibleMarkup(html) }), [html])
  const root = useRef<HTMLDivElement>(null)
  const { mentionHandlers, mentionCard } = useMentionCard()
  useFontsAndHighlighting(root, html)
  useNoteFiles(root, html, articleId, fileUrls)
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

/** Fonts and code colours are loaded only for notes that use them. */
function useFontsAndHighlighting(root: { readonly current: HTMLElement | null }, html: string): void {
  useEffect(() => {
    if (html.includes(' data-font="')) void loadWithRetry(() => import('./note-fonts.css'))
    if (!html.includes(' class="language-')) return
    let isGone = false
    let unpaint: (() => void) | null = null
    void loadWithRetry(() => import('./code/code-highlight.ts')).then(({ highlightCodeIn }) => {
      if (!isGone && root.current) unpaint = highlightCodeIn(root.current)
    })
    return () => {
      isGone = true
      unpaint?.()
    }
  }, [root, html])
}

/** Activates images and attachments if there are any. */
function useNoteFiles(
  root: { readonly current: HTMLElement | null },
  html: string,
  articleId: string,
  addresses: FileUrls | undefined,
): void {
  useEffect(() => {
    if (!html.includes(' data-type="image"') && !html.includes(' data-type="fileAttachment"')) return
    let isGone = false
    let end: (() => void) | null = null
    void loadWithRetry(() => import('./files/activate-files.ts')).then(({ activateFiles }) => {
      if (!isGone && root.current) end = activateFiles(root.current, articleId, addresses)
    })
    return () => {
      isGone = true
      end?.()
    }
  }, [root, html, articleId, addresses])
}

/** Characters of HTML; about 120 blocks. */
const longNoteHtmlLength = 12_000

export const noteTextClass = `${styles.doc} ${formats.doc} ${files.doc}`
