import type { TransferErrorCode } from '@knowreel/shared/exchange/transfer-notes.ts'

/** Ends the whole import: the person is shown the reason, and a retry would not help. */
export class ImportFault extends Error {
  override name = 'ImportFault'
  readonly code: TransferErrorCode
  constructor(code: TransferErrorCode, options?: ErrorOptions) {
    super(code, options)
    this.code = code
  }
}
