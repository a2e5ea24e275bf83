import { useCallback, useEffect, useMemo, useState, useSyncExternalStore, type ReactNode } from 'react'
import type { Editor } from '@tiptap/core'
import { NOTE_CLIENT_LIMIT, NOTE_FRAGMENT } from '@knowreel/shared/note/note-document.ts'
import { useOnline } from '../ui/use-online.ts'
import { opaqueExtensions } from './editor/opaque-parts.ts'
import { TextEditor } from './editor/text-editor.tsx'
import { NoteNotice, type NoteCondition } from './note-notice.tsx'
import type { NoteSession } from './note-session.ts'
import { NoteRoom } from './note-room.tsx'
import { NoteText } from './note-text.tsx'
import { useLongOffline } from './use-long-offline.ts'

export type NotePaneProps = {
  /** Of the draft that is edited. */
  articleId: string
  session: NoteSession
  /** The text as the server gave it: readable before the note is connected, and when it never is. */
  html: string
  label: string
  /** The caret goes into the text once it can be written. */
  isFocused: boolean
  /** What to do about a note that was published by somebody else. */
  publishedAction?: ReactNode
  onEditor: (editor: Editor | null) => void
  /** Begins a comment about the selected words. */
  onComment: () => void
}

/** One note being edited: readable HTML first, the editor in its place after the first sync. */
export function NotePane(props: NotePaneProps) {
  const { articleId, session, html, label, isFocused, publishedAction, onEditor, onComment } = props
  const found = useNoteCondition(session)
  const [editor, setEditor] = useState<Editor | null>(null)
  const [isFull, setFull] = useState(false)
  const isSynced = useHasSynced(found)
  const { opaque, onOutgrown } = useOpaqueParts(session, isSynced)
  // A note that this page cannot hold without loss is only read.
  const condition: NoteCondition = opaque ? found : { ...found, isEditable: false, lock: 'outdated' }
  const hasSynced = isSynced && opaque !== null
  const isLongOffline = useLongOffline(condition.connection, hasSynced)
  const isOnline = useOnline()
  useRoomAgain(editor, isFull, setFull)
  useEffect(() => {
    onEditor(editor)
    return () => onEditor(null)
  }, [editor, onEditor])

  return (
    <>
      {hasSynced && opaque ? (
        <TextEditor
          articleId={articleId}
          document={session.doc}
          awareness={session.awareness}
          label={label}
          isEditable={condition.isEditable}
          isFocused={isFocused}
          opaque={opaque}
          onOutgrown={onOutgrown}
          onComment={onComment}
          onReady={setEditor}
          onLimit={() => setFull(true)}
        />
      ) : (
        <NoteText html={html} articleId={articleId} label={label} isEditing />
      )}
      {editor && condition.isEditable && <NoteRoom editor={editor} />}
      <NoteNotice
        condition={condition}
        readSave={() => session.getState().save}
        hasSynced={hasSynced}
        isLongOffline={isLongOffline}
        isOnline={isOnline}
        isFull={isFull}
        publishedAction={publishedAction}
        readText={() => editor?.getText({ blockSeparator: '\n\n' }) ?? ''}
      />
    </>
  )
}

/** What changes how the note is shown. Saving does not: it would draw the page anew with every key. */
function useNoteCondition(session: NoteSession): NoteCondition {
  const subscribe = useCallback((listener: () => void) => session.subscribe(listener), [session])
  return {
    connection: useSyncExternalStore(subscribe, () => session.getState().connection),
    isEditable: useSyncExternalStore(subscribe, () => session.getState().isEditable),
    lock: useSyncExternalStore(subscribe, () => session.getState().lock),
    publishedId: useSyncExternalStore(subscribe, () => session.getState().publishedId),
  }
}

/** An older page would drop what it does not know of the note, so it shows the server's text and no editor. */
function useHasSynced({ connection, isEditable, lock }: NoteCondition): boolean {
  const isReadable = (connection === 'synced' || isEditable) && lock !== 'outdated'
  const [hasSynced, setSynced] = useState(isReadable)
  if (isReadable && !hasSynced) setSynced(true)
  return hasSynced && lock !== 'outdated'
}

/** Looked at again when somebody writes what this version does not know; null when that cannot be shown in an editor. */
function useOpaqueParts(session: NoteSession, isSynced: boolean) {
  const [changes, setChanges] = useState(0)
  const opaque = useMemo(
    () => (isSynced && changes >= 0 ? opaqueExtensions(session.doc.getXmlFragment(NOTE_FRAGMENT)) : []),
    [session, isSynced, changes],
  )
  const onOutgrown = useCallback(() => setChanges((count) => count + 1), [])
  return { opaque, onOutgrown }
}

/** Takes the notice away once there is room again. */
function useRoomAgain(editor: Editor | null, isFull: boolean, setFull: (isFull: boolean) => void): void {
  useEffect(() => {
    if (!editor || !isFull) return
    const measure = () => editor.state.doc.nodeSize < NOTE_CLIENT_LIMIT && setFull(false)
    editor.on('update', measure)
    return () => {
      editor.off('update', measure)
    }
  }, [editor, isFull, setFull])
}
