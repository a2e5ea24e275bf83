import path from 'node:path'
import { inputOf, runMedia, words, type MediaFile } from '../../platform/media/index.ts'
import type { StepResult, StepTools } from './run-step.ts'

/** Speech as programs that write it down like it: one channel, 16 kHz. */
export async function makeAudio(step: StepTools, file: MediaFile, duration: number): Promise<StepResult> {
  const output = path.join(step.folder, 'audio.ogg')
  await runMedia(step.tools, {
    program: 'ffmpeg',
    parameters: [
      ...inputOf(file),
      ...words`-vn -af aresample=async=1:first_pts=0 -ac 1 -ar 16000 -map_metadata -1`,
      ...words`-c:a libopus -b:a 32k -f ogg file:${output}`,
    ],
    timeoutMs: 300_000 + duration * 2,
    signal: step.signal,
    onProgress: (outputMs) => step.onProgress((outputMs / duration) * 100),
  })
  return { change: { audio_key: await step.keep('audio/ogg', output) } }
}
