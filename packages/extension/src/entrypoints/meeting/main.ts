/**
 * Records the only other tab, for a meeting bot. The bot opens this page in a browser of its own, which was started
 * with the permission to capture tabs; it starts and stops the recording and receives the chunks. In other browsers,
 * this page has neither the permission nor anybody to call it.
 */
import { browser } from 'wxt/browser'
import { mediaEncoder, mixCapture, openTab } from '@knowreel/recorder/capture/index.ts'

type Size = { readonly width: number; readonly height: number; readonly frameRate: number }

declare global {
  var meetingRecorder: {
    /** Resolves to the type of the recording. */
    start(size: Size): Promise<string>
    /** Resolves after the last chunk was delivered. */
    stop(): Promise<void>
  }
  /** Provided by the bot; receives chunks in base64, in order. */
  var receiveChunk: (chunk: string) => Promise<void>
  /** Provided by the bot; called when the picture ended or the encoder failed. */
  var recordingEnded: (reason: string) => Promise<void>
}

let stop = async (): Promise<void> => undefined

globalThis.meetingRecorder = {
  async start({ frameRate, ...size }) {
    const streamId = await browser.tabCapture.getMediaStreamId({ targetTabId: await findMeetingTab() })
    const picture = await openTab({ streamId, size, frameRate, hasSound: true })
    const capture = await mixCapture({ picture, bubble: null, microphone: null })
    let delivered: Promise<unknown> = Promise.resolve()
    const encoder = mediaEncoder(capture.stream, {
      onChunk: (chunk) => {
        delivered = delivered.then(async () => chunk.size > 0 && receiveChunk(await toBase64(chunk)))
        delivered.catch((error: unknown) => void recordingEnded(String(error)))
      },
      onFailed: (error) => void recordingEnded(String(error)),
    })
    capture.onEnded(() => void recordingEnded('The tab ended'))
    stop = async () => {
      await encoder.stop()
      capture.close()
      await delivered
    }
    encoder.start()
    return encoder.mime
  },
  stop: () => stop(),
}

async function findMeetingTab(): Promise<number> {
  const [own, tabs] = await Promise.all([browser.tabs.getCurrent(), browser.tabs.query({})])
  const others = tabs.flatMap(({ id }) => (id === undefined || id === own?.id ? [] : [id]))
  const [meeting] = others
  if (meeting === undefined || others.length > 1) throw new Error(`There are ${others.length} tabs to record`)
  return meeting
}

async function toBase64(chunk: Blob): Promise<string> {
  const bytes = new Uint8Array(await chunk.arrayBuffer())
  const pieces: string[] = []
  for (let at = 0; at < bytes.length; at += 32_768) pieces.push(String.fromCharCode(...bytes.subarray(at, at + 32_768)))
  return btoa(pieces.join(''))
}
