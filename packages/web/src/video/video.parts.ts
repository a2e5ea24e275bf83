/** Components loaded on demand, because most pages have no recording. */
import { lazyPart } from '../ui/later.tsx'
import { openDialog } from '../ui/dialog/dialogs.ts'
import type { ChosenFile } from './uploads/chosen-file.ts'

export const ArticleVideo = lazyPart(() => import('./article-video.tsx').then((module) => module.ArticleVideo))
export const ArticleVideoEditor = lazyPart(() =>
  import('./editing/article-video-editor.tsx').then((module) => module.ArticleVideoEditor),
)
/** The player of an edit page, shared by sidebar, picture and timeline. */
export const HeldPlayer = lazyPart(() => import('./editing/held-player.tsx').then((module) => module.HeldPlayer))
/** The paragraphs in the sidebar of an edit page. */
export const ParagraphPanel = lazyPart(() =>
  import('./paragraphs/paragraph-panel.tsx').then((module) => module.ParagraphPanel),
)
export const RecordingOnItsWay = lazyPart(() =>
  import('./uploads/recording-on-its-way.tsx').then((module) => module.RecordingOnItsWay),
)
export const RecordingWork = lazyPart(() =>
  import('./uploads/recording-work.tsx').then((module) => module.RecordingWork),
)

export const openChooseRecording = (onFile: (chosen: ChosenFile) => void) =>
  void openDialog(
    () => import('./uploads/choose-recording-dialog.tsx').then((module) => module.ChooseRecordingDialog),
    { onFile },
  )
