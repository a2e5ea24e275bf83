import { Extension } from '@tiptap/core'
import { isChangeOrigin } from '@tiptap/extension-collaboration'
import { Slice } from '@tiptap/pm/model'
import { type EditorState, Plugin, PluginKey, type Transaction } from '@tiptap/pm/state'
import { ReplaceStep } from '@tiptap/pm/transform'
import type { EditorView } from '@tiptap/pm/view'
import { NOTE_CLIENT_LIMIT } from '@knowreel/shared/note/note-document.ts'
import { showAction, showWarning } from '../../ui/toast/toast.ts'
import * as texts from './texts.ts'

type NoteLimitOptions = {
  /** A typed edit was rejected because the note would exceed its limit. */
  onLimitReached: () => void
}

/**
 * Rejects local edits at the limit. Remote changes are always accepted, and a note that is too long can be shortened. Of
 * a paste that is too long, the part that fits is inserted only on request.
 */
export const NoteLimit = Extension.create<NoteLimitOptions>({
  name: 'noteLimit',

  addOptions: () => ({ onLimitReached: () => {} }),

  addProseMirrorPlugins() {
    const { editor } = this
    const { onLimitReached } = this.options
    return [
      new Plugin({
        key: new PluginKey('noteLimit'),
        filterTransaction: (transaction, state) => {
          const size = transaction.doc.nodeSize
          const isAccepted =
            !transaction.docChanged ||
            size <= NOTE_CLIENT_LIMIT ||
            size <= state.doc.nodeSize ||
            isChangeOrigin(transaction)
          if (isAccepted) return true
          if (transaction.getMeta('paste')) offerWhatFits(editor.view, transaction)
          else onLimitReached()
          return false
        },
      }),
    ]
  },
})

function offerWhatFits(view: EditorView, { steps }: Transaction): void {
  const [step, ...others] = steps
  const slice = step instanceof ReplaceStep && others.length === 0 ? step.slice : null
  if (slice === null || fittingPart(view.state, slice) === null) return showWarning(texts.theTextIsTooLongToPaste)
  const paste = () => {
    // The note may have changed in the meantime.
    const transaction = view.isDestroyed ? null : fittingPart(view.state, slice)
    if (!transaction) return
    view.dispatch(transaction.setMeta('paste', true).scrollIntoView())
    view.focus()
  }
  showAction(texts.theTextIsTooLongToPaste, texts.pasteWhatFits, paste, 'warning')
}

/** Inserts as much of the slice as fits; null if nothing does. */
function fittingPart(state: EditorState, slice: Slice): Transaction | null {
  let best: Transaction | null = null
  let [fits, tooMuch] = [0, slice.content.size + 1]
  while (tooMuch - fits > 1) {
    const middle = (fits + tooMuch) >> 1
    const transaction = state.tr.replaceSelection(beginningOf(slice, middle))
    if (transaction.doc.nodeSize > NOTE_CLIENT_LIMIT) tooMuch = middle
    else {
      fits = middle
      best = transaction.docChanged ? transaction : best
    }
  }
  return best
}

/** Open at its end, so that the editor closes what the cut left incomplete. */
function beginningOf(slice: Slice, size: number): Slice {
  const { content } = slice
  const isWithinPair = /[\uD800-\uDBFF]$/.test(content.textBetween(Math.max(0, size - 1), size))
  const cut = content.cut(0, isWithinPair ? size - 1 : size)
  const { openEnd } = Slice.maxOpen(cut)
  return new Slice(cut, Math.min(slice.openStart, openEnd), openEnd)
}
