import { Suspense, useEffect, useMemo, useRef, useState, type KeyboardEvent, type MouseEvent } from 'react'
import type { FileAddresses } from './files/file-addresses.ts'
import { useFind } from './find/use-find.tsx'
import { withReachableParts } from './reachable-parts.ts'
import { MentionCard, mentionAt, type MentionPosition } from '../writing/index.ts'
import { untilLoaded } from '../platform/until-loaded.ts'
import files from './note-files.module.css'
import formats from './note-formats.module.css'
import styles from './note-text.module.css'

type NoteTextProps = {
  /** Generated and escaped on the server from the note schema; nothing else may be passed. */
  html: string
  /** The article that shows it; used to request its images and attachments. */
  articleId: string
  /** For a page read through a public link: the source of its file URLs. */
  addresses?: FileAddresses
  /** Accessible name of the text. */
  label?: string
  /** Replaced by the editor later, so it must have the same layout. */
  isEditing?: boolean
}

/** A note as readers see it: plain HTML, without any of the editor's code. */
export function NoteText({ html, articleId, addresses, label, isEditing }: NoteTextProps) {
  const markup = useMemo(() => ({ __html: withReachableParts(html) }), [html])
  const root = useRef<HTMLDivElement>(null)
  const [mention, setMention] = useState<MentionPosition | null>(null)
  useNoteParts(root, html)
  useNoteFiles(root, html, articleId, addresses)
  const findBar = useFind(root)

  const open = (event: MouseEvent | KeyboardEvent) => {
    const place = mentionAt(event.target)
    if (!place || ('key' in event && event.key !== 'Enter' && event.key !== ' ')) return
    event.preventDefault()
    setMention(place)
  }
  return (
    <>
      {/* Mentions are buttons themselves; the handlers here only receive their events. */}
      <div
        ref={root}
        className={noteTextClass}
        data-editing={isEditing || undefined}
        data-long={html.length > longCharacters || undefined}
        role={label ? 'region' : undefined}
        aria-label={label}
        onClick={open}
        onKeyDown={open}
        dangerouslySetInnerHTML={markup}
      />
      {findBar}
      {mention && (
        <Suspense>
          <MentionCard position={mention} onClose={() => setMention(null)} />
        </Suspense>
      )}
    </>
  )
}

/** Fonts and code colours are loaded only for notes that use them. */
function useNoteParts(root: { readonly current: HTMLElement | null }, html: string): void {
  useEffect(() => {
    if (html.includes(' data-font="')) void untilLoaded(() => import('./note-fonts.css'))
    if (!html.includes(' class="language-')) return
    let isGone = false
    let unpaint: (() => void) | null = null
    void untilLoaded(() => import('./code/code-colours.ts')).then(({ paintCodeIn }) => {
      if (!isGone && root.current) unpaint = paintCodeIn(root.current)
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
  addresses: FileAddresses | undefined,
): void {
  useEffect(() => {
    if (!html.includes(' data-type="image"') && !html.includes(' data-type="fileAttachment"')) return
    let isGone = false
    let end: (() => void) | null = null
    void untilLoaded(() => import('./files/show-files.ts')).then(({ showFilesIn }) => {
      if (!isGone && root.current) end = showFilesIn(root.current, articleId, addresses)
    })
    return () => {
      isGone = true
      end?.()
    }
  }, [root, html, articleId, addresses])
}

/** Characters of HTML; about 120 blocks. */
const longCharacters = 12_000

export const noteTextClass = `${styles.doc} ${formats.doc} ${files.doc}`
