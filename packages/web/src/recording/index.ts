import { lazyComponent } from '../ui/lazy-components.tsx'
import type { NewRecording } from './recording-store.ts'

export { useIsRecording } from './recording-store.ts'
/** Lazy: the recorder is needed only by those who record. */
export const StartRecording = lazyComponent(() =>
  import('./start-recording.tsx').then((module) => module.StartRecording),
)

/** Counts down and records. Resolves when the countdown has ended or was cancelled. */
export async function startRecording(recording: NewRecording): Promise<void> {
  const { startBrowserRecording } = await import('./browser-recording.ts')
  await startBrowserRecording(recording)
}
