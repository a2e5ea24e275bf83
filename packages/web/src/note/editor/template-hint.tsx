import { useCallback, useSyncExternalStore } from 'react'
import { UnstyledButton } from '@mantine/core'
import { IconTemplate } from '@tabler/icons-react'
import { isEmptyNote, type NoteJson } from '@knowreel/shared/note/note-document.ts'
import type { Editor } from '@tiptap/core'
import { DOMParser as NoteParser, type Fragment, type Node } from '@tiptap/pm/model'
import { TextSelection, type EditorState, type Transaction } from '@tiptap/pm/state'
import { openTemplatePicker } from '../../template/index.ts'
import { EMBED_META } from './embeds/insert-embed.ts'
import { dispatchAsUndoStep } from './sync/undo-step.ts'
import * as texts from './texts.ts'
import styles from './panels/panels.module.css'

type TemplateHintProps = { editor: Editor; onTemplate: (title: string) => void }

/** Below the placeholder, while nothing is written. */
export function TemplateHint({ editor, onTemplate }: TemplateHintProps) {
  const subscribe = useCallback(
    (listener: () => void) => {
      editor.on('update', listener)
      return () => {
        editor.off('update', listener)
      }
    },
    [editor],
  )
  const isUntouched = useSyncExternalStore(subscribe, () => isOneEmptyLine(editor.state.doc))
  if (!isUntouched) return null
  return (
    <UnstyledButton className={styles.hint} onClick={() => openTemplates(editor, onTemplate)}>
      <IconTemplate className="kr-icon-16" />
      {texts.startWithATemplate}
    </UnstyledButton>
  )
}

const isOneEmptyLine = ({ childCount, firstChild }: Node): boolean =>
  childCount === 1 && firstChild?.type.name === 'paragraph' && firstChild.childCount === 0

export function openTemplates(editor: Editor, onTemplate: (title: string) => void): void {
  openTemplatePicker({
    onChoose: ({ title, text }) => {
      if (editor.isDestroyed || !editor.isEditable) return
      const before = editor.state.doc
      const inserted = templateTransaction(editor.state, parse(editor, text)).setMeta(EMBED_META, true)
      dispatchAsUndoStep(editor.view, inserted.scrollIntoView())
      // The editor refuses what would make the note too long.
      if (editor.state.doc !== before) onTemplate(title)
      editor.commands.focus(undefined, { scrollIntoView: false })
    },
  })
}

/** In a document of its own, which loads nothing. */
const parse = ({ schema }: Editor, html: string): Fragment =>
  NoteParser.fromSchema(schema).parse(new DOMParser().parseFromString(html, 'text/html').body).content

/** Replaces a note without content, otherwise the empty line with the caret, or follows the block with the caret. */
function templateTransaction({ doc, selection, tr }: EditorState, content: Fragment): Transaction {
  const isEmpty = isEmptyNote(doc.toJSON() as NoteJson)
  const { $from } = selection
  const start = $from.depth === 0 ? $from.pos : $from.before(1)
  const block = doc.nodeAt(start)
  const end = start + (block?.nodeSize ?? 0)
  const isLineEmpty = block?.type.name === 'paragraph' && block.content.size === 0
  const range = isEmpty ? { from: 0, to: doc.content.size } : { from: isLineEmpty ? start : end, to: end }
  const { from, to } = range
  tr.replaceWith(from, to, content)
  return tr.setSelection(TextSelection.near(tr.doc.resolve(from)))
}
