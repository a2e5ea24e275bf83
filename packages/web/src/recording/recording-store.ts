/** The recording that this tab is making; small, because every page loads it. */
import { Store, useStore } from '@tanstack/react-store'
import type { InsertPosition } from '../video/index.ts'
import type { Capture, RecordingState } from '@knowreel/recorder/capture/index.ts'

/** The draft that a recording makes. */
type NewDraft = { readonly title: string; readonly workspace: string; readonly tags: readonly string[] }

export type RecordingTarget =
  | {
      readonly kind: 'new'
      readonly draft: NewDraft
      /** The draft exists; receives its short id. */
      readonly onDraft: (shortId: string) => void
    }
  /** Inserted into a draft when it has been uploaded. */
  | { readonly kind: 'insert'; readonly articleId: string; readonly position: InsertPosition; readonly name: string }

export type NewRecording = {
  /** Account and company. */
  readonly owner: string
  readonly capture: Capture
  readonly target: RecordingTarget
}

export type PageRecording = {
  readonly state: RecordingState
  /** The draft it is recorded for; null until the server has it. */
  readonly articleId: string | null
  /** It has no paragraphs of its own. */
  readonly isInserted: boolean
}

/** Null: nothing is being recorded. */
export const recordingStore = new Store<PageRecording | null>(null)

export const usePageRecording = (): PageRecording | null => useStore(recordingStore)

/** Whether this tab is recording for the draft at the moment. */
export const useIsRecording = (articleId: string): boolean =>
  useStore(recordingStore, (recording) => recording?.articleId === articleId)
