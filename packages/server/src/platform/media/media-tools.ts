/**
 * Finds ffmpeg and ffprobe: at FFMPEG_PATH and FFPROBE_PATH, otherwise on the path, otherwise in the installed npm
 * packages. They are separate programs and only ever run as child processes.
 */
import { execFile } from 'node:child_process'
import { constants } from 'node:fs'
import { access, chmod } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { promisify } from 'node:util'
import { findConfinement } from '../process/confinement.ts'

const execute = promisify(execFile)

export type MediaTools = {
  readonly ffmpeg: string
  readonly ffprobe: string
  /**
   * Wrapper programs that each run the rest of the command line with fewer privileges: without a network, and killed
   * when we exit.
   */
  readonly confinement: readonly string[]
}

export type MediaToolPaths = { readonly ffmpegPath?: string | null; readonly ffprobePath?: string | null }

/** Thrown if they are missing; the message says what to do. */
export class MediaToolsMissing extends Error {
  override name = 'MediaToolsMissing'
}

const installAdvice =
  'Install ffmpeg (Debian: apt-get install ffmpeg) or set FFMPEG_PATH and FFPROBE_PATH to the two programs, then start again.'

/** The encoders that an ffmpeg must have; some distributions omit x264. */
const requiredEncoders = ['libx264', 'aac', 'libopus', 'mjpeg']

export async function findMediaTools({ ffmpegPath, ffprobePath }: MediaToolPaths = {}): Promise<MediaTools> {
  const ffmpeg = await findProgram('ffmpeg', ffmpegPath, 'ffmpeg', '@ffmpeg-binary')
  const ffprobe = await findProgram('ffprobe', ffprobePath, 'ffprobe', '@ffprobe-installer')
  await requireEncoders(ffmpeg)
  return { ffmpeg, ffprobe, confinement: await findConfinement() }
}

async function findProgram(
  name: 'ffmpeg' | 'ffprobe',
  given: string | null | undefined,
  file: string,
  npmScope: string,
): Promise<string> {
  if (given) {
    if (await isProgram(given)) return given
    throw new MediaToolsMissing(
      `${name.toUpperCase()}_PATH is ${given}, but there is no such program. ${installAdvice}`,
    )
  }
  for (const directory of (process.env['PATH'] ?? '').split(path.delimiter)) {
    const candidate = path.join(directory, file)
    if (path.isAbsolute(candidate) && (await isProgram(candidate))) return candidate
  }
  const shipped = bundledProgram(npmScope, file)
  if (shipped !== null) {
    // Its package sets the mode in an install script, which npm may be configured to skip.
    if (!(await isProgram(shipped))) await chmod(shipped, 0o755).catch(() => undefined)
    if (await isProgram(shipped)) return shipped
  }
  throw new MediaToolsMissing(`There is no ${name} on this machine. ${installAdvice}`)
}

function bundledProgram(npmScope: string, file: string): string | null {
  const require = createRequire(import.meta.url)
  try {
    const manifest = require.resolve(`${npmScope}/${process.platform}-${process.arch}/package.json`)
    return path.join(path.dirname(manifest), file)
  } catch {
    return null
  }
}

const isProgram = (file: string): Promise<boolean> =>
  access(file, constants.X_OK).then(
    () => true,
    () => false,
  )

async function requireEncoders(ffmpeg: string): Promise<void> {
  const { stdout } = await execute(ffmpeg, ['-hide_banner', '-encoders'], { timeout: 20_000 }).catch(() => {
    throw new MediaToolsMissing(`${ffmpeg} does not run. ${installAdvice}`)
  })
  const missing = requiredEncoders.filter((encoder) => !stdout.includes(` ${encoder} `))
  if (missing.length > 0) {
    throw new MediaToolsMissing(`${ffmpeg} cannot encode ${missing.join(', ')}. ${installAdvice}`)
  }
}
