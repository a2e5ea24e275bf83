export const exportFormats = ['markdown', 'html'] as const
export type ExportFormat = (typeof exportFormats)[number]

/** `rendition`: the rendition of each article, if there is one. */
export const recordingChoices = ['none', 'rendition', 'originals'] as const
export type RecordingChoice = (typeof recordingChoices)[number]

export const importLimits = {
  /** Per import: all files together, and each file. */
  bytes: 1_000_000_000,
  files: 100,
} as const

/** Hours until an export's file is deleted. */
export const exportRetentionHours = 24

/** `uploading` → `waiting` → `running` → a final state. An export starts with `waiting`. */
export const importExportStatuses = ['uploading', 'waiting', 'running', 'done', 'failed', 'cancelled'] as const
export type ImportExportStatus = (typeof importExportStatuses)[number]

export const isImportExportFinished = (status: ImportExportStatus): boolean =>
  status === 'done' || status === 'failed' || status === 'cancelled'
