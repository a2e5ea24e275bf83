import type { Editor } from '@tiptap/core'
import { openDialog } from '../../../ui/dialog/dialogs.ts'
import type { NoteAssistant } from '../ai/note-assistant.ts'
import * as texts from '../texts.ts'
import { type UploadSource, uploadsOf } from './note-uploads.ts'
import { openImageDialog } from './open-image-dialog.ts'

/** Opens the image dialog and inserts images at the caret. */
export function openInsertImageDialog(editor: Editor, articleId: string): void {
  void openImageDialog({
    articleId,
    title: texts.insertAnImage,
    isMultiple: true,
    onFiles: (files) =>
      addFiles(
        editor,
        files.map((file) => ({ kind: 'image', file })),
      ),
    onUploaded: (image) => void uploadsOf(editor.view)?.insertImage(image, insertPosition(editor)),
  })
}

/** Draws a picture and inserts it at the caret like any other. */
export function openGeneratedImageDialog(
  editor: Editor,
  articleId: string,
  openImageDialog: NoteAssistant['openImageDialog'],
): void {
  openImageDialog({ articleId, onInsert: ({ file, alt }) => addFiles(editor, [{ kind: 'image', file, alt }]) })
}

/** Chooses files of any type and inserts them below the line that contains the caret. */
export function openInsertFileDialog(editor: Editor): void {
  void openDialog(() => import('./file-dialog.tsx').then((module) => module.FileDialog), {
    onFiles: (files: readonly File[]) =>
      addFiles(
        editor,
        files.map((file) => ({ kind: 'attachment', file })),
      ),
  })
}

/** Replaces the selected image; its alt text, position and width are kept. */
export function openReplaceImageDialog(editor: Editor, articleId: string): void {
  void openImageDialog({
    articleId,
    title: texts.replaceTheImage,
    isMultiple: false,
    onFiles: ([file]) => file && uploadsOf(editor.view)?.replace({ kind: 'image', file }, insertPosition(editor)),
    onUploaded: (image) => uploadsOf(editor.view)?.replaceWithUploaded(image, insertPosition(editor)),
  })
}

function addFiles(editor: Editor, sources: readonly UploadSource[]): void {
  uploadsOf(editor.view)?.add(sources, insertPosition(editor))
  editor.commands.focus(undefined, { scrollIntoView: false })
}

/** The selection follows the edits of colleagues while the dialog is open, so it remains the intended position. */
const insertPosition = (editor: Editor): number => editor.state.selection.to
