import '../read/print.css'
import { Suspense, useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import { Button } from '@mantine/core'
import { IconLock, IconPlus, IconSend, IconWifiOff } from '@tabler/icons-react'
import type { Editor } from '@tiptap/core'
import type { NoteJson } from '@knowreel/shared/note/note-document.ts'
import { timeOfMoment } from '@knowreel/shared/note/note-moment.ts'
import { articleDuration } from '@knowreel/shared/video/paragraph/paragraph-tree.ts'
import type { ArticleMode } from '@knowreel/shared/article/article-mode.rules.ts'
import type { Article } from '@knowreel/shared/article/article.wire.ts'
import { useAssistant } from '../../ai/index.ts'
import { CommentsSide, commentOnSelection, QuotedNote, QuoteNavigator } from '../../comment/index.ts'
import {
  NotePane,
  NoteText,
  preloadNotePane,
  useMomentLinks,
  type NoteEditorSession,
  type NoteSession,
} from '../../note/index.ts'
import { Banner } from '../../ui/banner.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { PageMain } from '../../ui/page/page-frame.tsx'
import { usePageTitle } from '../../ui/page/page-title.ts'
import { useNarrow, usePhone } from '../../ui/use-breakpoints.ts'
import { useOnline } from '../../ui/use-online.ts'
import { BusyOverlay } from '../busy-overlay.tsx'
import type { ConflictChoices } from './draft/draft-conflicts.ts'
import { isTransient } from './draft/draft-store.ts'
import { EditBar } from './edit-bar.tsx'
import { ModeSwitch } from './mode-switch.tsx'
import { EditCover } from './look/edit-cover.tsx'
import { LookBar } from './look/look-bar.tsx'
import { EditSidebar } from './edit-sidebar.tsx'
import { EditTabs } from './tabs/edit-tabs.tsx'
import { TitleField, titleFieldId } from './title-field.tsx'
import { useNotesSession, useDraft, type EditingContext } from './editing-context.ts'
import type { DraftActions } from './use-draft-actions.ts'
import { useDraftView } from './use-draft-view.ts'
import { useEditing } from './use-editing.ts'
import { useTabs } from './tabs/use-tabs.ts'
import { TranscriptionSide } from '../../transcription/index.ts'
import { HeadlessPlayer, VideoPicker } from '../../video/index.ts'
import { EditParagraphs } from './recording/edit-paragraphs.tsx'
import { EditVideo } from './recording/edit-video.tsx'
import { ConflictBanner } from './conflict/conflict-banner.tsx'
import { useUploadRecording } from './recording/use-upload-recording.ts'
import { useDeleteRecording } from './recording/use-delete-recording.ts'
import { useParagraphs, useUndoKeys } from './recording/use-paragraphs.ts'
import { usePendingRecording } from './recording/use-pending-recording.ts'
import { useVideoEditorController } from './recording/use-video-editor-controller.ts'
import { PendingRecording } from './recording/pending-recording.tsx'
import { preloadConfirmDialog } from '../../ui/dialog/dialogs.ts'
import { useUnsavedChanges } from '../../ui/dialog/use-unsaved-changes.ts'
import { openSaveTemplate } from '../../template/index.ts'
import { saveEverything } from './save/save-everything.ts'
import { SaveFailure } from './save/save-failure.tsx'
import styles from '../read/article-view.module.css'
import { forgetReadingPosition, readingPositionOf, restoreReadingPosition } from '../reading-position.ts'
import { useLeaveByEscape } from './use-leave-by-escape.ts'
import * as texts from './texts.ts'

type DraftEditorProps = {
  draft: Article
  mode: ArticleMode | null
  user: { id: string; name: string }
  /** Opens what the draft became after it was published. */
  onOpenPublished: (articleId: string) => void
}

/** The edit page of a draft, for both of its URLs. Pass the draft's id as key. */
export function DraftEditor({ draft, mode, user, onOpenPublished }: DraftEditorProps) {
  const { editing, draftActions, publishedId, isGone } = useEditing(draft, user, onOpenPublished)
  const { store, notesSession } = editing
  const editor = useRef<Editor | null>(null)
  const [readingPosition] = useState(() => readingPositionOf(draft.original?.id))
  useEffect(forgetReadingPosition, [])
  const isPhone = usePhone()
  const isNarrow = useNarrow()
  const tabs = useDraft(store, ({ fields }) => fields.tabs)
  const tabIds = useMemo(() => tabs.list.map(({ id }) => id), [tabs.list])
  const title = useDraft(store, ({ fields }) => fields.title)
  usePageTitle(title || texts.untitled)
  const paragraphs = useParagraphs(store)
  const { controller: videoController, playerInput } = useVideoEditorController(editing, paragraphs)
  const hasVideo = articleDuration(paragraphs.tree) > 0
  const deleteRecording = useDeleteRecording(paragraphs, draft.original !== null)
  const isOnItsWay = usePendingRecording(editing) && !hasVideo

  const isNewText = draft.original === null && !draft.isHasText
  const isUntitled = draft.title === ''
  const { side, active, isFocusWanted, show, lead, choose, showRecording } = useDraftView({
    tabs,
    hasText: draft.isHasText,
    duration: articleDuration(paragraphs.tree),
    isOnItsWay,
    mode,
    readTabId: readingPosition?.tabId,
    // On a phone the keyboard would cover the question.
    shouldFocus: isNewText && !isUntitled && !isNarrow,
  })
  const isWatching = side.mode === 'video'
  // Already being uploaded: switching to the notes means writing immediately.
  useEffect(() => {
    if (isWatching) preloadNotePane()
  }, [isWatching])
  // In the notes, undo belongs to the notes; but a deleted recording is restored from here.
  useUndoKeys(paragraphs, isWatching || !hasVideo)

  const forget = useCallback(
    (tabId: string) => {
      notesSession?.close(tabId)
      // Without notes, a recording is shown.
      if (store.read().fields.tabs.list.length === 0) showRecording()
    },
    [notesSession, store, showRecording],
  )
  const [renamedId, setRenamedId] = useState<string | null>(null)
  const beginNaming = useCallback(
    (tabId: string) => {
      lead(tabId)
      setRenamedId(tabId)
    },
    [lead],
  )
  const isKnownEmpty = useCallback((tabId: string) => notesSession?.isKnownEmpty(tabId) ?? false, [notesSession])
  const actions = useTabs({ store, isKnownEmpty, onCreated: beginNaming, onShow: show, onRemoved: forget })
  const positionToRestore = useRef(readingPosition)
  const activeId = active?.id
  /** Enter was pressed in the title before the editor was there. */
  const isTextWanted = useRef(false)
  const moveToText = () => {
    isTextWanted.current = editor.current === null
    editor.current?.commands.focus('start')
  }
  const setEditor = useCallback(
    (next: Editor | null) => {
      editor.current = next
      if (isTextWanted.current && next && document.activeElement?.id === titleFieldId) next.commands.focus('start')
      if (next) isTextWanted.current = false
      const wanted = positionToRestore.current
      if (!next || !wanted || wanted.tabId !== activeId) return
      restoreReadingPosition(next, wanted, !isNarrow)
      positionToRestore.current = null
    },
    [activeId, isNarrow],
  )
  useLeaveByEscape(!isWatching, draftActions.goBack)

  // The rejected paragraphs remain one undo away.
  const decide = ({ paragraphs: kept, ...rest }: ConflictChoices) => {
    if (kept) paragraphs.resolveConflict(kept)
    store.resolveConflicts(rest)
  }
  const saveTemplate = () => {
    if (editor.current) openSaveTemplate({ note: editor.current.getJSON() as NoteJson, title })
  }
  const seek = videoController?.seek
  const momentLinks = useMomentLinks(
    useCallback(
      (moment) => {
        const time = timeOfMoment(paragraphs.tree, moment)
        if (!seek || time === null) return
        showRecording()
        seek(time)
      },
      [paragraphs.tree, seek, showRecording],
    ),
  )
  const openPublished = publishedId !== null && <OpenPublishedButton onPress={() => onOpenPublished(publishedId)} />
  // A recording leaves no place above it.
  const isOfText = !hasVideo && !isOnItsWay
  const titleField = (
    <TitleField store={store} isHeading={isOfText} onEnter={moveToText} shouldFocus={isNewText && isUntitled} />
  )
  const sides = (hasVideo || isOnItsWay) && <ModeSwitch shown={side.mode} onChoose={choose} />

  return (
    <>
      <EditSidebar
        editing={editing}
        draftActions={draftActions}
        tabs={actions}
        activeId={active?.id ?? null}
        renamedId={renamedId}
        onShow={show}
        onRename={setRenamedId}
        titleField={isOfText ? null : titleField}
        onSaveTemplate={saveTemplate}
        paragraphs={
          isWatching && hasVideo && !isNarrow ? <EditParagraphs editing={editing} controller={videoController} /> : null
        }
        onDeleteRecording={hasVideo ? deleteRecording : null}
      />
      <PageMain tone="paper">
        {tabs.list.length > 0 && <QuoteNavigator articleId={draft.id} tabIds={tabIds} onOpenTab={lead} />}
        <h1 className="kr-sr">{title || texts.untitled}</h1>
        <EditBar
          editing={editing}
          draftActions={draftActions}
          modeSwitch={isPhone ? null : sides}
          isWatching={isWatching && hasVideo}
          onShowTab={lead}
        />
        {isPhone && sides && <div className={styles.sides}>{sides}</div>}
        {isWatching && hasVideo && <EditVideo editing={editing} controller={videoController} />}
        {isWatching && !hasVideo && <PendingRecording editing={editing} />}
        {!isWatching && <EditCover store={store} />}
        <div className={styles.sheet} data-editing hidden={isWatching} {...momentLinks}>
          {!isWatching && <LookBar editing={editing} />}
          {isOfText && titleField}
          {!isWatching && tabs.list.length > 0 && (
            <EditTabs store={store} activeId={active?.id ?? null} onShow={show} />
          )}
          {!isWatching && (
            <div className={styles.text} role={active ? 'tabpanel' : undefined} aria-label={active?.title}>
              {active ? (
                <QuotedNote key={active.id} articleId={draft.id} tabId={active.id} tabIds={tabIds} isEditing>
                  <ActiveNote
                    editing={editing}
                    tabId={active.id}
                    title={active.title}
                    isFocused={isFocusWanted}
                    publishedAction={openPublished}
                    isGone={isGone}
                    isLeaving={draftActions.isLeaving}
                    onEditorChange={setEditor}
                  />
                </QuotedNote>
              ) : (
                <NoTabSelected
                  editing={editing}
                  hasTabs={tabs.list.length > 0}
                  canUpload={!hasVideo && !isOnItsWay}
                  onCreate={actions.create}
                />
              )}
            </div>
          )}
        </div>
        <div className={styles.notices} data-over-picture={(isWatching && hasVideo) || undefined}>
          {isWatching && openPublished && (
            <Banner icon={<IconSend />} tone="accent" action={openPublished}>
              {texts.thisDraftWasPublished}
            </Banner>
          )}
          {isWatching && isGone && (
            <Banner icon={<IconLock />} tone="red">
              {texts.thisDraftIsGone}
            </Banner>
          )}
          {!isGone && <SaveFailure editing={editing} />}
          <ConflictBanner editing={editing} onResolve={decide} />
        </div>
      </PageMain>
      {isWatching && hasVideo && <TranscriptionSide draftId={draft.id} controller={videoController} />}
      <CommentsSide
        me={user}
        articleId={draft.id}
        originalId={draft.original?.id ?? null}
        isEditing
        onShowRecording={hasVideo ? showRecording : undefined}
      />
      {hasVideo && (
        <Suspense fallback={null}>
          <HeadlessPlayer {...playerInput} />
        </Suspense>
      )}
      <LeaveGuard store={store} notesSession={notesSession} {...draftActions} />
      <BusyOverlay />
    </>
  )
}

type ActiveNoteProps = {
  editing: EditingContext
  tabId: string
  title: string
  isFocused: boolean
  publishedAction: ReactNode
  isGone: boolean
  isLeaving: () => boolean
  onEditorChange: (editor: Editor | null) => void
}

/** The text from the server, until the tab exists there and the editor has taken over. */
function ActiveNote({ editing: { draftId, store, notesSession }, tabId, title, isFocused, ...pane }: ActiveNoteProps) {
  // The editor's own document is newer than any response, so only the first one is shown.
  const [html] = useState(() => store.read().article.textTabs.find(({ id }) => id === tabId)?.text ?? '')
  // A tab just created or restored has no document on the server until its save has succeeded.
  const isThere = useDraft(
    store,
    ({ article, queue }) => queue.phase === 'idle' && article.textTabs.some(({ id }) => id === tabId),
  )
  const [open, setOpen] = useState<{ notesSession: NoteEditorSession; session: NoteSession } | null>(null)
  const isOpen = open !== null && open.notesSession === notesSession
  useEffect(() => {
    if (notesSession && isThere && !isOpen) setOpen({ notesSession, session: notesSession.open(tabId) })
  }, [notesSession, isThere, isOpen, tabId])

  const assistant = useAssistant()
  const isCut = useIsDisconnected({ store, notesSession })
  // After waiting, the user may be working elsewhere: do not take the focus.
  const [hadToWait, setHadToWait] = useState(false)
  const isWaiting = !isThere && isCut && !isOpen
  if (isWaiting && !hadToWait) setHadToWait(true)

  const text = <NoteText html={html} articleId={draftId} label={title} hasEditorLayout />
  if (!isOpen) {
    return (
      <>
        <span className="kr-sr" role="status">
          {isThere ? texts.loadingEditor : texts.creatingTextTab}
        </span>
        {text}
        {isWaiting && (
          <div className={styles.notice}>
            <Banner icon={<IconWifiOff />}>{texts.youCanEditThisTab}</Banner>
          </div>
        )}
      </>
    )
  }
  return (
    <Suspense fallback={text}>
      <NotePane
        articleId={draftId}
        session={open.session}
        html={html}
        label={title}
        shouldFocus={isFocused && !hadToWait}
        assistant={assistant}
        onComment={commentOnSelection}
        onTemplate={(templateTitle) => {
          if (store.read().fields.title.trim() === '') store.edit({ title: templateTitle })
        }}
        {...pane}
      />
    </Suspense>
  )
}

/** Whether typed changes cannot reach the server now, as far as the page knows. */
function useIsDisconnected({ store, notesSession }: Pick<EditingContext, 'store' | 'notesSession'>): boolean {
  const isOnline = useOnline()
  const isLost = useNotesSession(notesSession, (state) => state?.connection === 'lost')
  const hasFailed = useDraft(store, ({ isUnsaved, failure }) => isUnsaved && isTransient(failure?.error))
  return !isOnline || isLost || hasFailed
}

function OpenPublishedButton({ onPress }: { onPress: () => void }) {
  return (
    <Button variant="subtle" onClick={onPress}>
      {texts.keepEditing}
    </Button>
  )
}

type NoTabSelectedProps = { editing: EditingContext; hasTabs: boolean; canUpload: boolean; onCreate: () => void }

/** Neither notes nor, with `canUpload`, a recording. */
function NoTabSelected({ editing, hasTabs, canUpload, onCreate }: NoTabSelectedProps) {
  const isNarrow = useNarrow()
  const beginRecording = useUploadRecording(editing)
  if (hasTabs) return <EmptyState drawing="draft" text={texts.youDontHaveAnyActive} />
  return (
    <>
      <EmptyState drawing="draft" text={texts.youDontHaveAnyNotes}>
        {!isNarrow && (
          <Button leftSection={<IconPlus />} onClick={onCreate}>
            {texts.createNotes}
          </Button>
        )}
      </EmptyState>
      {canUpload && <VideoPicker onFile={beginRecording} />}
    </>
  )
}

type LeaveGuardProps = Pick<EditingContext, 'store' | 'notesSession'> & Pick<DraftActions, 'isLeaving' | 'onStay'>

/** Tries to save before the page is left, and asks if something remains unsaved. */
function LeaveGuard({ store, notesSession, isLeaving, onStay }: LeaveGuardProps) {
  useEffect(preloadConfirmDialog, [])
  const isDraftDirty = useDraft(store, ({ isUnsaved, queue }) => isUnsaved || queue.phase !== 'idle')
  const areNotesDirty = useNotesSession(notesSession, (state) => (state?.save ?? 'saved') !== 'saved')
  useUnsavedChanges({
    isDirty: isDraftDirty || areNotesDirty,
    body: texts.yourLatestChangesArentSaved,
    save: async () => {
      if (isLeaving()) return true
      return saveEverything(store, notesSession)
    },
    onStay,
  })
  return null
}
