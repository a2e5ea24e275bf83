import type { TransferErrorCode } from '@knowreel/shared/exchange/transfer-notes.ts'

/** The whole import comes to an end: its person is told why, and trying again would not help. */
export class ImportFault extends Error {
  override name = 'ImportFault'
  readonly code: TransferErrorCode
  constructor(code: TransferErrorCode, options?: ErrorOptions) {
    super(code, options)
    this.code = code
  }
}
