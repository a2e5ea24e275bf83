import { useCallback, useEffect, useMemo, useState, useSyncExternalStore, type ReactNode } from 'react'
import type { Editor } from '@tiptap/core'
import { NOTE_CLIENT_LIMIT, NOTE_FRAGMENT } from '@knowreel/shared/note/note-document.ts'
import { useOnline } from '../ui/use-online.ts'
import type { NoteAssistant } from './editor/ai/note-assistant.ts'
import { opaqueExtensions } from './editor/opaque-parts.ts'
import { TextEditor } from './editor/text-editor.tsx'
import { useRequestedFind } from './find/use-requested-find.ts'
import { NoteNotice, type NoteCondition } from './note-notice.tsx'
import type { NoteSession, NoteSessionState } from './session/note-session.ts'
import { RemainingCharacters } from './remaining-characters.tsx'
import { NoteText } from './note-text.tsx'

/** A shorter interruption is not reported. */
const connectionLostDelayMs = 1_200
/** The first sync takes longer only if something blocks it. */
const firstSyncTimeoutMs = 4_000

/** True once the note has been disconnected long enough to report it. */
function useLongOffline(connection: NoteSessionState['connection'], hasSynced: boolean): boolean {
  const [isLong, setLong] = useState(false)
  const isConnected = connection === 'synced'
  useEffect(() => {
    if (isConnected) return setLong(false)
    const timer = setTimeout(() => setLong(true), hasSynced ? connectionLostDelayMs : firstSyncTimeoutMs)
    return () => clearTimeout(timer)
  }, [isConnected, hasSynced])
  return isLong && !isConnected
}

export type NotePaneProps = {
  /** The draft that is edited. */
  articleId: string
  session: NoteSession
  /** The text from the server: readable before the note connects, and if it never does. */
  html: string
  label: string
  /** Focuses the text once it is editable. */
  shouldFocus: boolean
  /** The action for a note that someone else published. */
  publishedAction?: ReactNode
  /** The draft was deleted or became inaccessible. */
  isGone: boolean
  /** This page itself publishes or discards the draft: its end needs no notice. */
  isLeaving: () => boolean
  onEditorChange: (editor: Editor | null) => void
  /** Null where AI is off. */
  assistant: NoteAssistant | null
  /** Starts a comment on the selected text. */
  onComment: () => void
  /** A template with this name was inserted. */
  onTemplate: (title: string) => void
}

/** One note being edited: readable HTML first, replaced by the editor after the first sync. */
export function NotePane(props: NotePaneProps) {
  const {
    articleId,
    session,
    html,
    label,
    shouldFocus,
    publishedAction,
    isGone,
    onEditorChange,
    assistant,
    onComment,
    onTemplate,
    isLeaving,
  } = props
  const found = useNoteCondition(session)
  const [editor, setEditor] = useState<Editor | null>(null)
  const [isFull, setFull] = useState(false)
  const isSynced = useHasSynced(found)
  const { opaque, onStale } = useOpaqueExtensions(session, isSynced)
  // A note that this page cannot hold without loss is read-only.
  const condition: NoteCondition = opaque ? found : { ...found, isEditable: false, lock: 'outdated' }
  const hasSynced = isSynced && opaque !== null
  const isLongOffline = useLongOffline(condition.connection, hasSynced)
  const isOnline = useOnline()
  useClearFullNotice(editor, isFull, setFull)
  useEffect(() => {
    onEditorChange(editor)
    return () => onEditorChange(null)
  }, [editor, onEditorChange])
  useRequestedFind(
    useMemo(() => editor && { current: editor.view.dom }, [editor]),
    editor,
  )

  return (
    <>
      {hasSynced && opaque ? (
        <TextEditor
          articleId={articleId}
          document={session.doc}
          awareness={session.awareness}
          label={label}
          isEditable={condition.isEditable}
          shouldFocus={shouldFocus}
          opaqueExtensions={opaque}
          onStale={onStale}
          assistant={assistant}
          onComment={onComment}
          onTemplate={onTemplate}
          onReady={setEditor}
          onLimitReached={() => setFull(true)}
        />
      ) : (
        <NoteText html={html} articleId={articleId} label={label} hasEditorLayout />
      )}
      {editor && condition.isEditable && <RemainingCharacters editor={editor} />}
      <NoteNotice
        condition={condition}
        getSaveState={() => session.getState().save}
        hasSynced={hasSynced}
        isLongOffline={isLongOffline}
        isOnline={isOnline}
        isFull={isFull}
        publishedAction={publishedAction}
        isGone={isGone}
        isLeaving={isLeaving}
        getText={() => editor?.getText({ blockSeparator: '\n\n' }) ?? ''}
      />
    </>
  )
}

/**
 * The state that changes how the note is shown. The save state is excluded, because it would rerender the page on every
 * key.
 */
function useNoteCondition(session: NoteSession): NoteCondition {
  const subscribe = useCallback((listener: () => void) => session.subscribe(listener), [session])
  return {
    connection: useSyncExternalStore(subscribe, () => session.getState().connection),
    isEditable: useSyncExternalStore(subscribe, () => session.getState().isEditable),
    lock: useSyncExternalStore(subscribe, () => session.getState().lock),
    publishedId: useSyncExternalStore(subscribe, () => session.getState().publishedId),
  }
}

/** An outdated page would drop unknown parts of the note, so it shows the server's text without an editor. */
function useHasSynced({ connection, isEditable, lock }: NoteCondition): boolean {
  const isReadable = (connection === 'synced' || isEditable) && lock !== 'outdated'
  const [hasSynced, setSynced] = useState(isReadable)
  if (isReadable && !hasSynced) setSynced(true)
  return hasSynced && lock !== 'outdated'
}

/** Null if no editor of this version can hold the note's parts. Evaluated again when the editor becomes stale. */
function useOpaqueExtensions(session: NoteSession, isSynced: boolean) {
  const [changes, setChanges] = useState(0)
  const opaque = useMemo(() => {
    const found = isSynced && changes >= 0 ? opaqueExtensions(session.doc.getXmlFragment(NOTE_FRAGMENT)) : []
    // A new array each time, which makes the page create a new editor.
    return found && [...found]
  }, [session, isSynced, changes])
  const onStale = useCallback(() => setChanges((count) => count + 1), [])
  return { opaque, onStale }
}

/** Removes the notice once there is room again. */
function useClearFullNotice(editor: Editor | null, isFull: boolean, setFull: (isFull: boolean) => void): void {
  useEffect(() => {
    if (!editor || !isFull) return
    const measure = () => editor.state.doc.nodeSize < NOTE_CLIENT_LIMIT && setFull(false)
    editor.on('update', measure)
    return () => {
      editor.off('update', measure)
    }
  }, [editor, isFull, setFull])
}
