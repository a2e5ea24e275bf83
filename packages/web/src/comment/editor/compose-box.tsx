import { useCallback, useEffect, useRef, useState } from 'react'
import { Button, ActionIcon } from '@mantine/core'
import { IconPlayerPlayFilled, IconX } from '@tabler/icons-react'
import type { Editor } from '@tiptap/core'
import { useEditorState } from '@tiptap/react'
import { newId } from '@knowreel/shared/identity/ids.ts'
import { commentLimits } from '@knowreel/shared/comment/comment.limits.ts'
import { handleSessionError } from '../../platform/api/handle-error.ts'
import { formatDuration } from '../../ui/time-format.ts'
import { useNarrow } from '../../ui/use-breakpoints.ts'
import { SuggestList } from '../../writing/index.ts'
import { readDraft, type DraftTarget, type PersistedDraft } from '../persisted-draft.ts'
import { setWrittenQuote, type CommentAnchor } from '../panel/panel-state.ts'
import * as texts from '../texts.ts'
import type { ShownComment } from '../thread/threads.rules.ts'
import { commentDocLength } from './comment-limit.ts'
import { MenuBar } from './menu-bar.tsx'
import { SelectionMenu } from './selection-menu.tsx'
import { useCommentEditor } from './use-comment-editor.ts'
import { useCommentTime } from './use-comment-time.ts'
import { useEditMode } from './use-edit-mode.ts'
import { usePersistedText } from './use-persisted-text.ts'
import styles from './compose-box.module.css'
import commentCardStyles from '../thread/comment-card.module.css'

/** The comment that was sent last. It may have been stored although no response came. */
type Attempt = Omit<PersistedDraft, 'html'> & { readonly doc: Editor['state']['doc'] }

type ComposeBoxProps = {
  target: DraftTarget
  label: string
  placeholder: string
  /** The comment being edited; absent for a new one. */
  editedComment?: { html: string; time: number | null }
  /** True if there is a recording, so that a comment can refer to a moment. */
  canHaveTime: boolean
  /** The anchor for a new comment; each request is handled once. */
  anchorRequest?: { anchor: CommentAnchor; requestId: number } | null
  onAnchorUsed?: () => void
  /** Focuses the box half a second after it appears or the request changes, unless something is pressed before. */
  focusRequest: number | null
  /** The comments on the screen. If one of them has the kept text, and is not pending, the text was sent after all. */
  listed?: readonly ShownComment[]
  /** Rejects if sending failed; the text is kept then. */
  onSend: (draft: PersistedDraft) => Promise<void>
  onCancel?: () => void
}

/** Milliseconds before the focus, so that the panel has finished opening. */
const focusDelayMs = 500
/** How long a box that is empty or full is marked as invalid, in ms. */
const invalidFlashMs = 1000
/** From this length on, the character count is shown. */
const counterThreshold = commentLimits.text - 1000

const isBlank = (editor: Editor): boolean => editor.state.doc.textContent.trim() === '' && !hasMention(editor)

function hasMention({ state }: Editor): boolean {
  let isThere = false
  state.doc.descendants(({ type }) => {
    isThere ||= type.name === 'mention'
  })
  return isThere
}

/** Trailing empty lines do not count as text. */
const trimmedHtml = (editor: Editor): string => editor.getHTML().replace(/(?:<p><\/p>)+$/, '')

/** The box for writing a comment or reply, or editing one. Unsent text is stored in the browser. */
export function ComposeBox(props: ComposeBoxProps) {
  const {
    target,
    label,
    placeholder,
    editedComment,
    canHaveTime,
    anchorRequest,
    onAnchorUsed,
    focusRequest,
    listed,
    onSend,
    onCancel,
  } = props
  const [kept] = useState(() => readDraft(target))
  const [anchor, setAnchor] = useState(kept?.anchor ?? null)
  const [isEmpty, setEmpty] = useState((kept?.html ?? editedComment?.html ?? '') === '')
  const [isSending, setSending] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const [flashed, flash] = useFlash()
  const [isLinkOpen, setLinkOpen] = useState(false)
  const isNarrow = useNarrow()
  const box = useRef<HTMLDivElement>(null)
  const text = useRef<HTMLDivElement>(null)
  const sent = useRef<Attempt>(null)
  const nextId = useRef(newId())
  const begin = useRef<string | null>(null)
  const isStoring = useRef(false)
  const mode = useEditMode(box)
  const time = useCommentTime({
    initial: kept ? kept.time : editedComment ? editedComment.time : undefined,
    isUnwritten: isEmpty && anchor === null,
  })
  const shownTime = canHaveTime ? time.time : null

  const { editor, suggest } = useCommentEditor({
    container: text,
    html: kept?.html ?? editedComment?.html ?? '',
    label,
    onSend: () => void send(),
    onChange: () => change(),
    onLimitReached: () => flash(texts.theCommentIsAtItsLimit),
    onEditLink: () => setLinkOpen(true),
    onBeforeDestroy: () => saveNow(),
  })
  const isSelected = useEditorState({ editor, selector: ({ editor: one }) => one?.state.selection.empty === false })

  // The server must not store the same comment twice, nor mistake another one for it.
  const findClientId = ({ state }: Editor): string => {
    const last = sent.current
    if (last === null || !last.doc.eq(state.doc)) return nextId.current
    return last.anchor === anchor && last.time === time.chosenTime ? last.clientId : nextId.current
  }
  const read = (): PersistedDraft | null | undefined => {
    // The stored draft is that of the comment being sent, until the server has it.
    if (!editor || editor.isDestroyed || isStoring.current) return undefined
    if (isBlank(editor) && anchor === null) return null
    if (editedComment && editor.getHTML() === begin.current && time.chosenTime === editedComment.time) return null
    return { html: editor.getHTML(), clientId: findClientId(editor), anchor, time: time.chosenTime }
  }
  // In the editor's own serialisation, which may differ from the server's.
  useEffect(() => {
    if (!editor) return
    begin.current ??= kept && editedComment ? null : editor.getHTML()
    // A kept text may have been sent.
    if (kept) sent.current ??= { ...kept, doc: editor.state.doc }
  }, [editor, editedComment, kept])
  const { scheduleSave, saveNow, remove } = usePersistedText(target, read)
  useEffect(scheduleSave, [scheduleSave, anchor, time.chosenTime])

  const change = () => {
    if (!editor) return
    setEmpty(editor.isEmpty)
    if (!editor.isEmpty && canHaveTime && anchor === null) time.freeze()
    setFailure(null)
    scheduleSave()
  }
  const clear = () => {
    setAnchor(null)
    setEmpty(true)
    time.reset(undefined)
    editor?.commands.clearContent()
  }
  const send = async () => {
    if (!editor || isSending) return
    if (isBlank(editor)) return flash(texts.aCommentCannotBeEmpty)
    setSending(true)
    setFailure(null)
    const hadFocus = box.current?.contains(document.activeElement) === true
    // Without a recording on the page, an edited comment keeps its moment.
    const sentTime = canHaveTime ? time.time : (editedComment?.time ?? null)
    const clientId = findClientId(editor)
    const draft = { html: trimmedHtml(editor), clientId, anchor, time: sentTime }
    const restore = { content: editor.getJSON(), chosenTime: time.chosenTime }
    sent.current = { doc: editor.state.doc, clientId, anchor, time: time.chosenTime }
    nextId.current = newId()
    saveNow()
    isStoring.current = true
    // The list shows a new comment immediately, so the box does not.
    if (!editedComment) clear()
    editor.setEditable(false, false)
    try {
      await onSend(draft)
      isStoring.current = false
      sent.current = null
      remove(clientId)
    } catch (error) {
      isStoring.current = false
      if (!editedComment && !editor.isDestroyed) {
        editor.commands.setContent(restore.content, { emitUpdate: false })
        setAnchor(anchor)
        setEmpty(editor.isEmpty)
        time.reset(restore.chosenTime)
      }
      if (!handleSessionError(error)) setFailure(error instanceof Error ? error.message : texts.connectionError)
    }
    setSending(false)
    if (editor.isDestroyed) return
    editor.setEditable(true, false)
    if (hadFocus && !editedComment) editor.commands.focus()
  }

  // The page was left, or the connection lost, before the response came.
  useEffect(() => {
    if (!editor || isSending) return
    const clientId = findClientId(editor)
    if (!listed?.some((comment) => comment.clientId === clientId && !comment.isPending)) return
    sent.current = null
    clear()
    setFailure(null)
    remove(clientId)
    onCancel?.()
    // eslint-disable-next-line react/exhaustive-deps
  }, [editor, isSending, listed])

  useEffect(() => {
    if (!anchor || !('quote' in anchor)) return
    setWrittenQuote(anchor.quote)
    return () => setWrittenQuote(null)
  }, [anchor])
  // The latest selection on the page becomes the anchor.
  useEffect(() => {
    if (!anchorRequest || !editor) return
    setAnchor('quote' in anchorRequest.anchor || 'videoReaction' in anchorRequest.anchor ? anchorRequest.anchor : null)
    time.reset('timestamp' in anchorRequest.anchor ? anchorRequest.anchor.timestamp : null)
    onAnchorUsed?.()
    // eslint-disable-next-line react/exhaustive-deps
  }, [anchorRequest?.requestId, editor])

  useEffect(() => {
    if (!editor || focusRequest === null) return
    const timer = setTimeout(() => editor.commands.focus('end'), focusDelayMs)
    const stop = () => clearTimeout(timer)
    // The focused box grows, which would move what is being pressed.
    document.addEventListener('pointerdown', stop, { capture: true, once: true })
    return () => {
      stop()
      document.removeEventListener('pointerdown', stop, { capture: true })
    }
  }, [editor, focusRequest])

  const cancel = useCallback(() => {
    remove()
    onCancel?.()
  }, [remove, onCancel])
  const isOpen = mode.isEditing || editedComment !== undefined
  return (
    <div
      ref={box}
      className={styles.box}
      data-open={isOpen || undefined}
      data-invalid={flashed !== null || undefined}
      aria-busy={isSending || undefined}
      onFocus={mode.onFocus}
      onBlur={mode.onBlur}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented || !onCancel) return
        event.preventDefault()
        cancel()
      }}
    >
      {anchor && <AnchorBlock anchor={anchor} onRemove={() => setAnchor(null)} />}
      <div className={styles.line}>
        {shownTime !== null && !isEmpty && (
          <span className={styles.time}>
            <IconPlayerPlayFilled className="kr-icon-14" />
            {formatDuration(shownTime)}
          </span>
        )}
        <div className={styles.field}>
          {isEmpty && (
            <span className={styles.placeholder} aria-hidden>
              {shownTime === null ? placeholder : texts.labelAtShownTime(label, formatDuration(shownTime))}
            </span>
          )}
          <div ref={text} className={styles.text} />
        </div>
      </div>
      {editor && isOpen && (
        <MenuBar
          editor={editor}
          time={canHaveTime ? time : null}
          isLinkOpen={isLinkOpen && (isNarrow || !isSelected)}
          onLinkOpen={setLinkOpen}
        />
      )}
      {editor && isOpen && !isNarrow && (
        <SelectionMenu editor={editor} isLinkOpen={isLinkOpen} onLinkOpen={setLinkOpen} />
      )}
      {editor && (isOpen || !isEmpty) && (
        <div className={styles.foot}>
          <CharacterCounter editor={editor} />
          <span className="kr-grow" />
          {onCancel && (
            <Button variant="subtle" size="xs" onClick={cancel}>
              {texts.cancel}
            </Button>
          )}
          <Button
            variant="filled"
            size="xs"
            loading={isSending}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => void send()}
          >
            {editedComment ? texts.save : target.replyTo ? texts.reply : texts.comment}
          </Button>
        </div>
      )}
      <p className={styles.failure} role="alert" hidden={failure === null}>
        {failure !== null && (
          <>
            <span>{texts.notSentFailure(failure)}</span>
            <Button variant="subtle" size="xs" onClick={() => void send()}>
              {texts.tryAgain}
            </Button>
          </>
        )}
      </p>
      <span className="kr-sr" role="status">
        {flashed}
      </span>
      <SuggestList store={suggest} />
    </div>
  )
}

function CharacterCounter({ editor }: { editor: Editor }) {
  const length = useEditorState({ editor, selector: ({ editor: one }) => commentDocLength(one.state.doc) })
  if (length < counterThreshold) return null
  return (
    <span className={styles.counter} data-full={length >= commentLimits.text || undefined} role="status">
      {texts.lengthOfLimit(length.toLocaleString('en'), commentLimits.text.toLocaleString('en'))}
    </span>
  )
}

/** Why the text is invalid, for a moment after each trigger. */
function useFlash(): [string | null, (reason: string) => void] {
  const [reason, setReason] = useState<string | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const flash = useCallback((next: string) => {
    clearTimeout(timer.current)
    setReason(next)
    timer.current = setTimeout(() => setReason(null), invalidFlashMs)
  }, [])
  return [reason, flash]
}

/** The anchor of the comment being written. */
function AnchorBlock({ anchor, onRemove }: { anchor: CommentAnchor; onRemove: () => void }) {
  const isQuote = 'quote' in anchor
  return (
    <div className={commentCardStyles.anchor}>
      {isQuote && <blockquote className={commentCardStyles.quote}>{anchor.quote.text}</blockquote>}
      {'videoReaction' in anchor && <span className={commentCardStyles.sign}>{anchor.videoReaction.icon}</span>}
      <ActionIcon size="sm" aria-label={isQuote ? texts.removeQuote : texts.removeReaction} onClick={onRemove}>
        <IconX className="kr-icon-16" />
      </ActionIcon>
    </div>
  )
}
