import { useCallback, useEffect, useRef, useState } from 'react'
import { Button } from '@mantine/core'
import { IconPlayerPlayFilled } from '@tabler/icons-react'
import type { Editor } from '@tiptap/core'
import { useEditorState } from '@tiptap/react'
import { newId } from '@knowreel/shared/identity/ids.ts'
import { commentLimits } from '@knowreel/shared/comment/comment.limits.ts'
import { leaveOnError } from '../../platform/api/handle-error.ts'
import { formatDuration } from '../../ui/time-format.ts'
import { useNarrow } from '../../ui/use-narrow.ts'
import { SuggestList } from '../../writing/index.ts'
import { AnchorBlock } from '../thread/anchor-block.tsx'
import { readDraft, type DraftLocation, type PersistedDraft } from '../persisted-draft.ts'
import type { CommentAnchor } from '../panel/panel-state.ts'
import * as texts from '../texts.ts'
import { lengthOf } from './comment-limit.ts'
import { MenuBar } from './menu-bar.tsx'
import { SelectionMenu } from './selection-menu.tsx'
import { useCommentEditor } from './use-comment-editor.ts'
import { useCommentTime } from './use-comment-time.ts'
import { useEditMode } from './use-edit-mode.ts'
import { usePersistedText } from './use-persisted-text.ts'
import styles from './compose-box.module.css'

type ComposeBoxProps = {
  place: DraftLocation
  label: string
  placeholder: string
  /** The comment being edited; absent for a new one. */
  former?: { html: string; time: number | null }
  /** True if there is a recording, so that a comment can refer to a moment. */
  canBeTimed: boolean
  /** The anchor for a new comment; each request is handled once. */
  draft?: { anchor: CommentAnchor; wish: number } | null
  onDraft?: () => void
  /** Focuses the box half a second after it appears or the request changes. */
  focusRequest: number | null
  /** Rejects if sending failed; the text is kept then. */
  onSend: (draft: PersistedDraft) => Promise<void>
  onCancel?: () => void
}

/** Milliseconds before the focus, so that the panel has finished opening. */
const focusMs = 500
/** How long an empty box is marked as invalid, in ms. */
const invalidMs = 1000
/** From this length on, the character count is shown. */
const nearLimit = commentLimits.text - 1000

const isBlank = (editor: Editor): boolean => editor.state.doc.textContent.trim() === '' && !hasMention(editor)

function hasMention({ state }: Editor): boolean {
  let isThere = false
  state.doc.descendants(({ type }) => {
    isThere ||= type.name === 'mention'
  })
  return isThere
}

/** Trailing empty lines do not count as text. */
const wordsOf = (editor: Editor): string => editor.getHTML().replace(/(?:<p><\/p>)+$/, '')

/** The box for writing a comment or reply, or editing one. Unsent text is stored in the browser. */
export function ComposeBox(props: ComposeBoxProps) {
  const { place, label, placeholder, former, canBeTimed, draft, onDraft, focusRequest, onSend, onCancel } = props
  const [kept] = useState(() => readDraft(place))
  const [anchor, setAnchor] = useState(kept?.anchor ?? null)
  const [isEmpty, setEmpty] = useState((kept?.html ?? former?.html ?? '') === '')
  const [isSending, setSending] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const [isInvalid, flash] = useFlash()
  const [isLinkOpen, setLinkOpen] = useState(false)
  const isNarrow = useNarrow()
  const box = useRef<HTMLDivElement>(null)
  const text = useRef<HTMLDivElement>(null)
  const clientId = useRef(kept?.clientId ?? newId())
  const begin = useRef<string | null>(null)
  const mode = useEditMode(box)
  const time = useCommentTime({
    initial: kept ? kept.time : former ? former.time : undefined,
    isFree: isEmpty && anchor === null,
  })
  const shownTime = canBeTimed ? time.time : null

  const { editor, suggest } = useCommentEditor({
    place: text,
    html: kept?.html ?? former?.html ?? '',
    label,
    onSend: () => void send(),
    onChange: () => change(),
    onLimit: () => flash(),
    onEditLink: () => setLinkOpen(true),
    onLeave: () => keepNow(),
  })
  const isSelected = useEditorState({ editor, selector: ({ editor: one }) => one?.state.selection.empty === false })

  const read = (): PersistedDraft | null | undefined => {
    if (!editor || editor.isDestroyed) return undefined
    if (isBlank(editor) && anchor === null) return null
    if (former && editor.getHTML() === begin.current && time.decided === former.time) return null
    return { html: editor.getHTML(), clientId: clientId.current, anchor, time: time.decided }
  }
  // In the editor's own serialisation, which may differ from the server's.
  useEffect(() => {
    if (editor) begin.current ??= kept && former ? null : editor.getHTML()
  }, [editor, former, kept])
  const { keepSoon, keepNow, forget } = usePersistedText(place, read)
  useEffect(keepSoon, [keepSoon, anchor, time.decided])

  const change = () => {
    if (!editor) return
    setEmpty(editor.isEmpty)
    if (!editor.isEmpty && canBeTimed && anchor === null) time.fix()
    // A changed text is a new comment: the server must not mistake it for the one it may already have.
    if (failure !== null) clientId.current = newId()
    setFailure(null)
    keepSoon()
  }
  const clear = () => {
    clientId.current = newId()
    setAnchor(null)
    setEmpty(true)
    time.reset(undefined)
    editor?.commands.clearContent()
  }
  const send = async () => {
    if (!editor || isSending) return
    if (isBlank(editor)) return flash()
    setSending(true)
    setFailure(null)
    editor.setEditable(false, false)
    const hadFocus = box.current?.contains(document.activeElement) === true
    try {
      await onSend({ html: wordsOf(editor), clientId: clientId.current, anchor, time: shownTime })
      forget()
      if (!editor.isDestroyed) clear()
    } catch (error) {
      if (!leaveOnError(error)) setFailure(error instanceof Error ? error.message : texts.connectionError)
    }
    setSending(false)
    if (editor.isDestroyed) return
    editor.setEditable(true, false)
    if (hadFocus && !former) editor.commands.focus()
  }

  // The latest selection on the page becomes the anchor.
  useEffect(() => {
    if (!draft || !editor) return
    setAnchor('quote' in draft.anchor || 'videoReaction' in draft.anchor ? draft.anchor : null)
    time.reset('timestamp' in draft.anchor ? draft.anchor.timestamp : null)
    onDraft?.()
    // eslint-disable-next-line react/exhaustive-deps
  }, [draft?.wish, editor])

  useEffect(() => {
    if (!editor || focusRequest === null) return
    const timer = setTimeout(() => editor.commands.focus('end'), focusMs)
    return () => clearTimeout(timer)
  }, [editor, focusRequest])

  const cancel = useCallback(() => {
    forget()
    onCancel?.()
  }, [forget, onCancel])
  const isOpen = mode.isEditing || former !== undefined
  return (
    <div
      ref={box}
      className={styles.box}
      data-open={isOpen || undefined}
      data-invalid={isInvalid || undefined}
      aria-busy={isSending || undefined}
      onFocus={mode.onFocus}
      onBlur={mode.onBlur}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented || !onCancel) return
        event.preventDefault()
        cancel()
      }}
    >
      {anchor && <AnchorBlock anchor={anchor} onDrop={() => setAnchor(null)} />}
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
          time={canBeTimed ? time : null}
          isLinkOpen={isLinkOpen && (isNarrow || !isSelected)}
          onLinkOpen={setLinkOpen}
        />
      )}
      {editor && isOpen && !isNarrow && (
        <SelectionMenu editor={editor} isLinkOpen={isLinkOpen} onLinkOpen={setLinkOpen} />
      )}
      {editor && (isOpen || !isEmpty) && (
        <div className={styles.foot}>
          <Counter editor={editor} />
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
            {former ? texts.save : place.replyTo ? texts.reply : texts.comment}
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
        {isInvalid ? texts.aCommentCannotBeEmpty : ''}
      </span>
      <SuggestList store={suggest} />
    </div>
  )
}

function Counter({ editor }: { editor: Editor }) {
  const length = useEditorState({ editor, selector: ({ editor: one }) => lengthOf(one.state.doc) })
  if (length < nearLimit) return null
  return (
    <span className={styles.counter} data-full={length >= commentLimits.text || undefined} role="status">
      {texts.lengthOfCommentLimitsTextCharacters(length.toLocaleString('en'), commentLimits.text.toLocaleString('en'))}
    </span>
  )
}

/** True for a moment after each trigger. */
function useFlash(): [boolean, () => void] {
  const [isOn, setOn] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const flash = useCallback(() => {
    clearTimeout(timer.current)
    setOn(true)
    timer.current = setTimeout(() => setOn(false), invalidMs)
  }, [])
  return [isOn, flash]
}
