import type { AnyExtension } from '@tiptap/core'
import { Collaboration } from '@tiptap/extension-collaboration'
import { CollaborationCaret } from '@tiptap/extension-collaboration-caret'
import { Dropcursor, Gapcursor, Placeholder, Selection } from '@tiptap/extensions'
import type { Awareness } from 'y-protocols/awareness'
import type { Doc } from 'yjs'
import { NOTE_FRAGMENT } from '@knowreel/shared/note/note-document.ts'
import { noteExtensions } from '@knowreel/shared/note/note-schema.ts'
import { BlockHandle } from './block-handle.ts'
import { CaretNames, renderCaret, renderSelection } from './carets.ts'
import { LinkKey } from './link-key.ts'
import { MoveBlock } from './move-block.ts'
import { NoteLimit } from './note-limit.ts'
import { SlashMenuExtension, type SlashStore } from './slash-menu.extension.ts'

type EditorParts = {
  document: Doc
  awareness: Awareness
  user: { id: string; name: string }
  slash: SlashStore
  onLimit: () => void
  onEditLink: () => void
}

/** The note schema with what an editor adds to it: nothing here changes what a note may hold. */
export function editorExtensions(parts: EditorParts): AnyExtension[] {
  const { document, awareness, user } = parts
  return [
    ...noteExtensions.map(withEditorForm),
    Collaboration.configure({ document, field: NOTE_FRAGMENT }),
    CollaborationCaret.configure({
      provider: { awareness },
      user: { ...user, client: awareness.clientID },
      render: renderCaret,
      selectionRender: renderSelection,
    }),
    CaretNames.configure({ awareness }),
    Placeholder.configure({ placeholder: ({ node }) => hints[node.type.name] ?? '' }),
    Dropcursor.configure({ color: false, class: 'note-drop-line', width: 2 }),
    Gapcursor,
    // The words a link is made of stay marked while its address is typed.
    Selection.configure({ className: 'note-held' }),
    BlockHandle,
    MoveBlock,
    NoteLimit.configure({ onRefused: parts.onLimit }),
    LinkKey.configure({ onEditLink: parts.onEditLink }),
    SlashMenuExtension.configure({ store: parts.slash }),
  ]
}

const hints: Readonly<Record<string, string>> = { paragraph: 'Write, or press / for blocks', heading: 'Heading' }

/** The same forms as in the server's HTML, so that the editor stands exactly where the readable text stood. */
function withEditorForm(extension: AnyExtension): AnyExtension {
  if (extension.name === 'table') return extension.configure({ renderWrapper: true })
  if (extension.name === 'taskItem') {
    return extension.configure({
      a11y: { checkboxLabel: (_node: unknown, isChecked: boolean) => (isChecked ? 'Done' : 'To do') },
    })
  }
  return extension
}
