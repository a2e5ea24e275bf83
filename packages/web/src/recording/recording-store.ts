/** The recording that this tab is making; small, because every page loads it. */
import { Store, useStore } from '@tanstack/react-store'
import type { Capture, RecordingState } from '@knowreel/recorder/capture/index.ts'

/** The draft that a recording makes. */
export type RecordingDraft = { readonly title: string; readonly workspace: string; readonly tags: readonly string[] }

export type NewRecording = {
  /** Account and company. */
  readonly owner: string
  readonly capture: Capture
  readonly draft: RecordingDraft
  /** The draft exists; receives its short id. */
  readonly onDraft: (shortId: string) => void
}

export type PageRecording = {
  readonly state: RecordingState
  /** The draft it is recorded for; null until the server has it. */
  readonly articleId: string | null
}

/** Null: nothing is being recorded. */
export const recordingStore = new Store<PageRecording | null>(null)

export const usePageRecording = (): PageRecording | null => useStore(recordingStore)

/** Whether this tab is recording for the draft at the moment. */
export const useIsRecording = (articleId: string): boolean =>
  useStore(recordingStore, (recording) => recording?.articleId === articleId)
