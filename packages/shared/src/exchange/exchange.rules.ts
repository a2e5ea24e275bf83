/** Limits and choices of imports and exports. */

export const exportFormats = ['markdown', 'html'] as const
export type ExportFormat = (typeof exportFormats)[number]

/** `film`: of each article the one film of all of it, where there is one. */
export const recordingChoices = ['none', 'film', 'originals'] as const
export type RecordingChoice = (typeof recordingChoices)[number]

export const importLimits = {
  /** Of one import, all files together and each alone. */
  bytes: 1_000_000_000,
  files: 100,
} as const

/** How long the file of an export is kept. */
export const exportKeptHours = 24

/** `uploading` → `waiting` → `running` → one of the ends. An export begins with `waiting`. */
export const transferStatuses = ['uploading', 'waiting', 'running', 'done', 'failed', 'cancelled'] as const
export type TransferStatus = (typeof transferStatuses)[number]

export const isTransferOver = (status: TransferStatus): boolean =>
  status === 'done' || status === 'failed' || status === 'cancelled'
