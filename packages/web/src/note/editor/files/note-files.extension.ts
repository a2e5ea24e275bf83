// Images and attachments in the editor: their node views, and insertion by paste and drop.
import { Extension } from '@tiptap/core'
import { type EditorState, Plugin, PluginKey, TextSelection, type Transaction } from '@tiptap/pm/state'
import type { Slice } from '@tiptap/pm/model'
import { dropPoint } from '@tiptap/pm/transform'
import type { EditorView } from '@tiptap/pm/view'
import { showWarning } from '../../../ui/toast/toast.ts'
import { isFromNoteEditor } from '../paste/own-clipboard.ts'
import * as texts from '../texts.ts'
import { caretLine } from './caret-line.ts'
import { uploadsOf } from './note-uploads.ts'
import {
  transferredFiles,
  hasPlaceholders,
  removePlaceholders,
  toUploadSources,
  extractImages,
  type PastedImages,
} from './pasted-images.ts'

const noImages: PastedImages = { sources: [], skipped: 0 }

/** Runs before other plugins that read pasted HTML, which do not know the placeholders. */
export const NoteFiles = Extension.create({
  name: 'noteFiles',
  priority: 200,

  addProseMirrorPlugins() {
    let found = noImages

    const insert = (view: EditorView, slice: Slice, apply: (transaction: Transaction) => void): boolean => {
      const { sources, skipped } = found
      found = noImages
      if (skipped > 0) {
        showWarning(texts.imagesCouldNotBeCopied(skipped))
      }
      if (sources.length === 0 || !hasPlaceholders(slice)) return false
      const trial = view.state.tr
      apply(trial)
      const positions = removePlaceholders(trial)
      view.dispatch(asSingleStep(view.state, trial).scrollIntoView())
      const uploads = uploadsOf(view)
      // In reverse order, so that every position remains valid.
      for (const { index, position } of positions) {
        const source = sources[index]
        if (source) uploads?.add([source], position)
      }
      return true
    }

    return [
      caretLine(),
      new Plugin({
        key: new PluginKey('noteFiles'),
        props: {
          transformPastedHTML(html) {
            found = noImages
            // HTML copied from the editor only refers to our own files.
            if (isFromNoteEditor(html) || !/<img/i.test(html)) return html
            const { body } = new DOMParser().parseFromString(html, 'text/html')
            found = extractImages(body, location.origin)
            return body.innerHTML
          },
          handlePaste(view, event, slice) {
            const files = transferredFiles(event.clipboardData)
            if (files) {
              found = noImages
              uploadsOf(view)?.add(toUploadSources(files), deleteSelection(view))
              return true
            }
            return insert(view, slice, (transaction) => {
              transaction.replaceSelection(slice).setMeta('uiEvent', 'paste')
            })
          },
          handleDrop(view, event, slice, isMoved) {
            const position = view.posAtCoords({ left: event.clientX, top: event.clientY })?.pos
            const files = isMoved || view.dragging ? null : transferredFiles(event.dataTransfer)
            if (files) {
              found = noImages
              event.preventDefault()
              const at = position ?? view.state.doc.content.size
              uploadsOf(view)?.add(toUploadSources(files), dropPosition(view, at, files))
              return true
            }
            if (isMoved || position === undefined) return false
            return insert(view, slice, (transaction) => {
              const at = dropPoint(transaction.doc, position, slice) ?? position
              transaction.replaceRange(at, at, slice).setMeta('uiEvent', 'drop')
            })
          },
        },
        view: () => {
          // A file dropped beside the text must not replace the page.
          const keep = (event: DragEvent): void => {
            if (event.defaultPrevented || !event.dataTransfer?.types.includes('Files')) return
            event.preventDefault()
            event.dataTransfer.dropEffect = 'none'
          }
          window.addEventListener('dragover', keep)
          window.addEventListener('drop', keep)
          return {
            destroy() {
              window.removeEventListener('dragover', keep)
              window.removeEventListener('drop', keep)
            },
          }
        },
      }),
    ]
  },
})

/**
 * The caret binding resolves every step in the previous document, so a deletion in the new document must not be a
 * separate step.
 */
function asSingleStep({ doc, tr }: EditorState, trial: Transaction): Transaction {
  const start = doc.content.findDiffStart(trial.doc.content)
  const end = doc.content.findDiffEnd(trial.doc.content)
  if (start === null || end === null) return tr
  // If the same content precedes and follows the change, both searches overlap.
  const overlap = Math.max(0, start - Math.min(end.a, end.b))
  tr.replace(start, end.a + overlap, trial.doc.slice(start, end.b + overlap))
  tr.setSelection(TextSelection.near(tr.doc.resolve(Math.min(trial.selection.to, tr.doc.content.size)), -1))
  return tr.setMeta('paste', true).setMeta('uiEvent', trial.getMeta('uiEvent'))
}

function deleteSelection(view: EditorView): number {
  if (!view.state.selection.empty) view.dispatch(view.state.tr.deleteSelection())
  return view.state.selection.from
}

/** Attachments are dropped between the blocks: in the upper half of a block, above it. */
function dropPosition(view: EditorView, position: number, files: readonly File[]): number {
  const $pos = view.state.doc.resolve(position)
  const hasPicture = toUploadSources(files).some(({ kind }) => kind === 'image')
  if (hasPicture || !$pos.parent.isTextblock || $pos.parentOffset > 0) return position
  return $pos.before()
}
