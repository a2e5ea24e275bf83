/** Components loaded on demand, because most pages have no recording. */
import { lazyComponent } from '../ui/lazy-components.tsx'
import { openDialog } from '../ui/dialog/dialogs.ts'
import type { ChosenFile } from './uploads/chosen-file.ts'

export const ArticleVideo = lazyComponent(() => import('./article-video.tsx').then((module) => module.ArticleVideo))
export const ArticleVideoEditor = lazyComponent(() =>
  import('./editing/article-video-editor.tsx').then((module) => module.ArticleVideoEditor),
)
/** The player of an edit page, shared by sidebar, picture and timeline. */
export const HeadlessPlayer = lazyComponent(() =>
  import('./editing/headless-player.tsx').then((module) => module.HeadlessPlayer),
)
/** The paragraphs in the sidebar of an edit page. */
export const ParagraphPanel = lazyComponent(() =>
  import('./paragraphs/paragraph-panel.tsx').then((module) => module.ParagraphPanel),
)
export const RecordingProgress = lazyComponent(() =>
  import('./uploads/recording-progress.tsx').then((module) => module.RecordingProgress),
)
export const ProcessingStatus = lazyComponent(() =>
  import('./uploads/processing-status.tsx').then((module) => module.ProcessingStatus),
)

export const openChooseRecording = (onFile: (chosen: ChosenFile) => void) =>
  void openDialog(
    () => import('./uploads/choose-recording-dialog.tsx').then((module) => module.ChooseRecordingDialog),
    { onFile },
  )
