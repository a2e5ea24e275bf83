/**
 * The sound from which speech is recognised. It is made from what exists first: the upload, its copy, or the file that
 * plays everywhere. All of them have the same times.
 */
import { videoLimits } from '@knowreel/shared/video/video-errors.ts'
import path from 'node:path'
import type { FileKey } from '../../../platform/files/index.ts'
import { commandArguments, inputArguments, runMedia, sniffContainer } from '../../../platform/media/index.ts'
import { HandedOff } from '../run/run-attempt.ts'
import { runStep, type StepTools, type VideoWork } from '../run/run-step.ts'
import { VideoFault } from '../run/video-fault.ts'
import { findProcessedVideo, type ProcessedVideo } from '../run/video-step.queries.ts'
import { commonOutputParameters } from './make-main-file.ts'

export async function makeSound(work: VideoWork): Promise<void> {
  const { services, videoId, signal, log } = work
  await runStep({ ...work, step: 'audio' }, async (step) => {
    const video = await findProcessedVideo(services.db, videoId)
    if (video === null) throw new VideoFault('video_failed')
    if (video.has_audio !== true) return { change: {}, isSkipped: true }
    try {
      const audio_key = await extract(work, step, video)
      return { change: { audio_key }, followUp: (trx) => services.onRecordingSound(trx, videoId) }
    } catch (error) {
      if (video.main_key !== null || signal.aborted) throw error
      // Encoding may read more of the upload; its end enqueues this again.
      log('The sound cannot be extracted before the recording is encoded')
      throw new HandedOff(() => Promise.resolve())
    }
  })
}

async function extract({ services: { files } }: VideoWork, step: StepTools, video: ProcessedVideo): Promise<FileKey> {
  const key = video.main_key ?? video.first_key ?? video.original_key
  const length = video.duration ?? videoLimits.duration
  const output = path.join(step.folder, 'audio.ogg')
  const made =
    key !== null &&
    (await files.withLocalFile(key, async (file) => {
      const container = await sniffContainer(file)
      if (container === null) throw new VideoFault('video_wrong_type')
      await runMedia(step.tools, {
        program: 'ffmpeg',
        // The format that transcription programs prefer: one channel, 16 kHz.
        parameters: [
          ...inputArguments({ path: file, container }),
          ...commandArguments`-map 0:a:0 -af aresample=async=1:first_pts=0 -ac 1 -ar 16000`,
          ...commonOutputParameters,
          ...commandArguments`-c:a libopus -b:a 32k -f ogg file:${output}`,
        ],
        timeoutMs: 300_000 + length * 2,
        signal: step.signal,
        onProgress: (outputMs) => step.onProgress((outputMs / length) * 100),
      })
      return true
    }))
  if (made !== true) throw new VideoFault('video_failed', 'its file is gone')
  return step.storeFile('audio/ogg', output)
}
