/**
 * Most uploads only need their streams taken over, and that takes hardly longer than looking whether it will do. So it is
 * begun at once, beside the look, in a folder of its own, and thrown away where the look says something else.
 */
import { stat } from 'node:fs/promises'
import path from 'node:path'
import type { JobServices } from '../../platform/jobs/index.ts'
import { inputOf, runMedia, sniffContainer, words } from '../../platform/media/index.ts'
import { copyLimits, outputParameters, type CopiedFile } from './make-main-file.ts'

/** Null when it did not work or would not do. Its failures are found out again, and told, by whoever does without it. */
export async function copyEarly(
  media: JobServices['media'],
  original: string,
  { folder, signal }: { readonly folder: string; readonly signal: AbortSignal },
): Promise<CopiedFile | null> {
  // A Matroska file rarely holds what can be taken over whole.
  if ((await sniffContainer(original)) !== 'mov') return null
  const { size } = await stat(original)
  const output = path.join(folder, 'main.mp4')
  let reached = 0
  await runMedia(await media.tools(), {
    ...copyLimits(size),
    program: 'ffmpeg',
    parameters: [
      ...inputOf({ path: original, container: 'mov' }),
      ...words`-map 0:V:0 -map 0:a:0? -c copy`,
      ...outputParameters(output),
    ],
    signal,
    onProgress: (outputMs) => (reached = outputMs),
  })
  return { path: output, reached }
}
