import { lazyComponent } from '../ui/lazy-components.tsx'
import type { Insertion } from './extension/insert-with-extension.ts'
import type { NewRecording } from './recording-store.ts'

export { useIsRecording } from './recording-store.ts'
export { useExtension, useExtensionRecording } from './extension/extension-store.ts'
/** Lazy: the recorder is needed only by those who record. */
export const StartRecording = lazyComponent(() =>
  import('./start-recording.tsx').then((module) => module.StartRecording),
)

/** Counts down and records. Resolves when the countdown has ended or was cancelled. */
export async function startRecording(recording: NewRecording): Promise<void> {
  const { startBrowserRecording } = await import('./browser-recording.ts')
  await startBrowserRecording(recording)
}

/** Lazy: only the drafts of recordings need it. */
export const ExtensionRecording = lazyComponent(() =>
  import('./extension/extension-recording.tsx').then((module) => module.ExtensionRecording),
)

/** Lazy: the extension asks what is recorded; a page inserts it when it has arrived. */
export async function insertWithExtension(insertion: Insertion): Promise<void> {
  const { requestInsertion } = await import('./extension/insert-with-extension.ts')
  requestInsertion(insertion)
}

type NewArticle = { readonly title: string; readonly workspace: string; readonly tags: readonly string[] }

/** The extension asks what is recorded and creates the draft, whose id `onDraft` receives. */
export async function recordWithExtension(
  { title, workspace, tags }: NewArticle,
  { companyId, onDraft }: { companyId: string | undefined; onDraft: (articleId: string) => void },
): Promise<void> {
  const { startWithExtension } = await import('./extension/start-with-extension.ts')
  startWithExtension({ title, workspaceId: workspace, tags, mode: 'new', companyId }, onDraft)
}
