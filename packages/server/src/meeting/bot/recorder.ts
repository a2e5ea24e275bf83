/**
 * Records the tab of a meeting with the recorder extension, and uploads while it records, with the uploader of pages:
 * parts of a few seconds, so that a bot that is killed loses little.
 */
import type { Upload } from '@knowreel/recorder/upload/index.ts'
import type { UploadCalls } from '@knowreel/recorder/upload/upload-ports.ts'
import type { Page } from 'playwright-core'
import { withTimeout } from '../../platform/process/with-timeout.ts'
import { pictureSize, type BotBrowser } from './browser.ts'
import { openSpool, type SpoolSource } from './spool/spool-source.ts'
import { createRecordingUpload } from './recording-upload.ts'

type MeetingRecorder = {
  readonly start: (size: typeof pictureSize) => Promise<string>
  readonly stop: () => Promise<void>
}
type RecorderScope = { readonly meetingRecorder: MeetingRecorder }

export type Recorder = {
  /** Throws if the browser cannot record. */
  start(): Promise<void>
  /** Resolves when the last chunk is in the spool; never throws. */
  stop(): Promise<void>
  /** Sends the rest. `empty` if nothing was recorded, `failed` if the server took no recording. */
  finish(): Promise<'accepted' | 'empty' | 'failed'>
  close(options: { readonly keepsFile: boolean }): Promise<void>
}

type RecorderParts = {
  readonly browser: BotBrowser
  readonly spoolFile: string
  /** `mime` is the type of the recording. */
  readonly calls: (mime: string) => UploadCalls
  readonly onFailed: (reason: string) => void
}

const startMs = 20_000
const stopMs = 10_000

export function createRecorder({ browser, spoolFile, calls, onFailed }: RecorderParts): Recorder {
  let page: Page | null = null
  let spool: SpoolSource | null = null
  let upload: Upload | null = null
  let sent: ReturnType<Upload['run']> | null = null
  let isStopped = false

  const open = async () => {
    const opened = (spool = await openSpool(spoolFile))
    page = await browser.openRecorder(async (recorder) => {
      await recorder.exposeFunction('receiveChunk', (chunk: string) => opened.append(Buffer.from(chunk, 'base64')))
      await recorder.exposeFunction('recordingEnded', async (reason: string) => {
        if (!isStopped) onFailed(reason)
      })
    })
    const mime = await page.evaluate(
      (size) => (globalThis as unknown as RecorderScope).meetingRecorder.start(size),
      pictureSize,
    )
    upload = createRecordingUpload({ ...opened, mime }, calls(mime))
    sent = upload.run()
  }
  return {
    start: () => withTimeout(open(), startMs),
    async stop() {
      if (isStopped) return
      isStopped = true
      const recorder = page
      if (recorder === null) return
      const stopped = recorder.evaluate(() => (globalThis as unknown as RecorderScope).meetingRecorder.stop())
      await withTimeout(stopped, stopMs).catch(() => undefined)
    },
    async finish() {
      isStopped = true
      if (spool === null || upload === null || sent === null) return 'empty'
      if (spool.extent().bytes === 0) {
        await upload.cancel()
        return 'empty'
      }
      spool.end()
      return (await sent).phase === 'finished' ? 'accepted' : 'failed'
    },
    close: async ({ keepsFile }) => (keepsFile ? spool?.close() : spool?.remove()),
  }
}
