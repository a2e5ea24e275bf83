import type { VideoEditorController } from '../../video/index.ts'
import { lazyWhenIdle } from '../../ui/lazy-components.tsx'
import { useTranscriptionShown } from './panel-state.ts'

const TranscriptionPanel = lazyWhenIdle(() =>
  import('./transcription-panel.tsx').then((module) => module.TranscriptionPanel),
)

type TranscriptionSideProps = { draftId: string; controller: VideoEditorController | null }

/** The transcription beside the recording of a draft. Render it after PageMain. */
export function TranscriptionSide({ draftId, controller }: TranscriptionSideProps) {
  const isShown = useTranscriptionShown(draftId)
  return isShown && controller ? <TranscriptionPanel draftId={draftId} controller={controller} /> : null
}
