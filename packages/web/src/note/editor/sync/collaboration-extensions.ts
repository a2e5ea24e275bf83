import { type AnyExtension, type Content, Extension } from '@tiptap/core'
import { Collaboration } from '@tiptap/extension-collaboration'
import { initProseMirrorDoc, type ProsemirrorBinding } from '@tiptap/y-tiptap'
import type { Awareness } from 'y-protocols/awareness'
import type { Doc } from 'yjs'
import { NOTE_FRAGMENT } from '@knowreel/shared/note/note-document.ts'
import { HistoryKeys } from '../../../writing/index.ts'
import { caretExtensions } from '../caret/carets.ts'
import { BindingGuard } from './binding-guard.ts'
import { NarrowChanges, type NodeMapping } from './narrow-changes.ts'
import { createUndoManager } from './undo-manager.ts'

type CollaborationOptions = {
  document: Doc
  awareness: Awareness
  /** The editor no longer follows the shared document; a new one must be created. */
  onStale: () => void
}

/** Connects the editor to the shared document and to the carets of colleagues. */
export function collaborationExtensions({ document, awareness, onStale }: CollaborationOptions): AnyExtension[] {
  const fragment = document.getXmlFragment(NOTE_FRAGMENT)
  const mapping: NodeMapping = new Map()
  return [
    // With content and mapping given, the binding does not redraw the note each time a plugin is registered.
    Extension.create({
      name: 'sharedContent',
      onBeforeCreate({ editor }) {
        const content = initProseMirrorDoc(fragment, editor.schema)
        for (const [part, node] of content.mapping as NodeMapping) mapping.set(part, node)
        // The editor accepts a node, although its types only allow JSON.
        editor.options.content = content.doc as unknown as Content
      },
    }),
    BindingGuard.configure({ fragment, onStale }),
    Collaboration.configure({
      document,
      field: NOTE_FRAGMENT,
      ySyncOptions: { mapping: mapping as ProsemirrorBinding['mapping'] },
      yUndoOptions: { undoManager: createUndoManager(fragment) },
    }),
    HistoryKeys,
    NarrowChanges.configure({ fragment, mapping }),
    ...caretExtensions(awareness),
  ]
}
