import type { ImportExportErrorCode } from '@knowreel/shared/import-export/import-export-notes.ts'

/** Ends the whole import: the person is shown the reason, and a retry would not help. */
export class ImportFault extends Error {
  override name = 'ImportFault'
  readonly code: ImportExportErrorCode
  constructor(code: ImportExportErrorCode, options?: ErrorOptions) {
    super(code, options)
    this.code = code
  }
}
