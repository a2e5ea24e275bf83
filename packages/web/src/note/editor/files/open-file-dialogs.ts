import type { Editor } from '@tiptap/core'
import { openDialog } from '../../../ui/dialogs.ts'
import type { ImageDialogProps } from './file-dialog-props.ts'
import { type UploadSource, uploadsOf } from './note-uploads.ts'

const openImageDialog = (props: ImageDialogProps) =>
  openDialog(() => import('./image-dialog.tsx').then((module) => module.ImageDialog), props)

/** Chooses pictures and puts them where the caret stands. */
export function askForImage(editor: Editor, articleId: string): void {
  void openImageDialog({
    articleId,
    title: 'Insert an image',
    isMany: true,
    onFiles: (files) =>
      addFiles(
        editor,
        files.map((file) => ({ kind: 'image', file })),
      ),
    onImage: (image) => void uploadsOf(editor.view)?.insertImage(image, placeOf(editor)),
  })
}

/** Chooses files of any kind and puts them below the line in which the caret stands. */
export function askForFile(editor: Editor): void {
  void openDialog(() => import('./file-dialog.tsx').then((module) => module.FileDialog), {
    onFiles: (files: readonly File[]) =>
      addFiles(
        editor,
        files.map((file) => ({ kind: 'attachment', file })),
      ),
  })
}

/** Another picture in the place of the one that is selected, with its words, its place and its width. */
export function askForOtherImage(editor: Editor, articleId: string): void {
  void openImageDialog({
    articleId,
    title: 'Replace the image',
    isMany: false,
    onFiles: ([file]) => file && uploadsOf(editor.view)?.replace({ kind: 'image', file }, placeOf(editor)),
    onImage: (image) => uploadsOf(editor.view)?.replaceBy(image, placeOf(editor)),
  })
}

function addFiles(editor: Editor, sources: readonly UploadSource[]): void {
  uploadsOf(editor.view)?.add(sources, placeOf(editor))
  editor.commands.focus(undefined, { scrollIntoView: false })
}

/** While the dialog is open the selection moves along with what others write, so it stays where it was meant. */
const placeOf = (editor: Editor): number => editor.state.selection.to
