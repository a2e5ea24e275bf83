/**
 * The messages inside the extension. The offscreen document (`host`) records; the service worker (`worker`) relays and
 * keeps nothing, because the browser may end it at any moment; popup, bar and bridge show and ask.
 */
import type { RecordingNotice, RecordingPhase, RecordingProblem } from '@knowreel/recorder/capture/index.ts'
import type { ChannelMessage } from '@knowreel/shared/recorder/extension-channel.ts'
import type { StepHint } from '@knowreel/shared/video/step-hints.ts'
import type { Choices } from './installations.ts'

/** A recording for an installation; without workspace it goes to the personal one. */
export type RecordingTarget = {
  readonly origin: string
  readonly title: string
  readonly workspace: string | null
  readonly tags: readonly string[]
  /** Into an existing article, at this article time in ms. */
  readonly insert: { readonly articleId: string; readonly at: number } | null
}

export type StartRequest = {
  readonly target: RecordingTarget
  readonly choices: Choices
  /** The tab that is recorded, or the one that shows the bar. */
  readonly tabId: number | null
  /** Set if the tab itself is recorded. */
  readonly tab: { readonly streamId: string; readonly width: number; readonly height: number; scale: number } | null
}

export type HostCommand =
  | { readonly type: 'start'; readonly request: StartRequest }
  | { readonly type: 'startNow' | 'pause' | 'resume' | 'restart' | 'discard' | 'stop' | 'dismiss' }
  | { readonly type: 'mark' | 'nameMark'; readonly title: string }
  | { readonly type: 'hint'; readonly hint: Omit<StepHint, 'at'> }
  | { readonly type: 'getState' }
  /** The connections have changed. */
  | { readonly type: 'reload' }
  | { readonly type: 'finish' | 'retry' | 'delete' | 'dismissUpload' | 'received'; readonly id: string }
  | { readonly type: 'articleChanged'; readonly from: string; readonly to: string }

export type UploadView = {
  readonly id: string
  readonly title: string
  readonly origin: string
  readonly companyId: string
  readonly articleId: string | null
  readonly shortId: string | null
  /** See RecordingTarget; null once a page has received it. */
  readonly insertAt: number | null
  readonly startedAt: number
  /** Milliseconds. */
  readonly elapsed: number
  readonly isUnfinished: boolean
  readonly isLive: boolean
  readonly phase: string
  readonly sent: number
  readonly total: number
  readonly acceptId: string | null
  readonly message: string | null
  readonly canRetry: boolean
}

export type HostState = {
  readonly phase: RecordingPhase
  readonly countdown: number | null
  /** Milliseconds at the time of this message. */
  readonly elapsed: number
  readonly marks: number
  readonly problem: RecordingProblem | null
  readonly notice: RecordingNotice | null
  readonly recordingId: string | null
  readonly tabId: number | null
  readonly origin: string | null
  readonly companyId: string | null
  readonly articleId: string | null
  readonly shortId: string | null
  /** It becomes part of an existing article and has no paragraphs of its own. */
  readonly isInserted: boolean
  /** The camera bubble that the page of the tab shows, which is recorded with it. */
  readonly bubble: { readonly cameraId: string; readonly size: Choices['bubble']['size'] } | null
  readonly uploads: readonly UploadView[]
}

export const idleHost: HostState = {
  phase: 'idle',
  countdown: null,
  elapsed: 0,
  marks: 0,
  problem: null,
  notice: null,
  recordingId: null,
  tabId: null,
  origin: null,
  companyId: null,
  articleId: null,
  shortId: null,
  isInserted: false,
  bubble: null,
  uploads: [],
}

export type WorkerMessage =
  /** From popup and bar. */
  | { readonly to: 'worker'; readonly type: 'command'; readonly command: HostCommand }
  | {
      readonly to: 'worker'
      readonly type: 'start'
      readonly target: RecordingTarget
      readonly choices: Choices
      readonly tabId: number | null
    }
  /** From the bridge. */
  | { readonly to: 'worker'; readonly type: 'channel'; readonly message: ChannelMessage<'frontend' | 'api'> }
  /** From the host. */
  | { readonly to: 'worker'; readonly type: 'state'; readonly state: HostState }
  | { readonly to: 'worker'; readonly type: 'openDraft'; readonly origin: string; readonly shortId: string }

export type HostMessage = { readonly to: 'host'; readonly command: HostCommand }

/** To the content scripts of a tab. */
export type TabMessage =
  | { readonly to: 'bar'; readonly state: HostState }
  | { readonly to: 'bridge'; readonly messages: readonly ChannelMessage<'plugin'>[] }
