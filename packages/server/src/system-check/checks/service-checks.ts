import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { CheckableMailer } from '../../platform/mail/index.ts'
import type { Media } from '../../platform/media/index.ts'
import { off, ok, type CheckDeclaration } from '../check.ts'

const execute = promisify(execFile)

type EmailOptions = { readonly mail: Pick<CheckableMailer, 'verify'>; readonly smtpUrl: string | null }

export const emailCheck = ({ mail, smtpUrl }: EmailOptions): CheckDeclaration => ({
  name: 'email',
  title: 'Email',
  advice:
    'Check host, port, user and password in SMTP_URL. Most providers take smtps on port 465 or smtp on 587, not port 25. ' +
    'Until then, invitations and password resets are not sent.',
  async run() {
    if (smtpUrl === null)
      return off(
        'Email isn’t set up; emails are files in DATA_DIR/outbox',
        'To send them, set SMTP_URL, then restart.',
        [
          {
            label: 'Environment',
            text: 'SMTP_URL=smtps://user:password@mail.example.org:465?from=knowreel@example.org',
          },
        ],
      )
    await mail.verify()
    const { hostname, username } = new URL(smtpUrl)
    return ok(`${hostname} accepts connections${username === '' ? '' : ' and the password'}; nothing was sent`)
  },
})

export const videoToolsCheck = (media: Media | null): CheckDeclaration => ({
  name: 'video-tools',
  title: 'Video tools',
  timeoutMs: 30_000,
  advice: 'Install ffmpeg (Debian: apt-get install ffmpeg), or set FFMPEG_PATH and FFPROBE_PATH, then restart.',
  async run(signal) {
    if (media === null) return off('This process has no role worker; run the command where it runs')
    const { ffmpeg, ffprobe, confinement } = await media.tools()
    const { stdout } = await execute(ffmpeg, ['-hide_banner', '-version'], { signal })
    await execute(ffprobe, ['-hide_banner', '-version'], { signal })
    const version = /^ffmpeg version (\S+)/.exec(stdout)?.[1] ?? '?'
    const result = `ffmpeg ${version} with H.264, AAC and Opus`
    if (confinement.includes('unshare')) return ok(result)
    return {
      state: 'warning',
      result: `${result}, but with access to the network`,
      advice:
        'Allow user namespaces (unshare --user --net), so that programs that read uploaded files have no network.',
    }
  },
})

/** `path` is null where no bots of our own are sent. */
export const chromiumCheck = (path: string | null): CheckDeclaration => ({
  name: 'chromium',
  title: 'Chromium for meeting bots',
  timeoutMs: 30_000,
  advice: 'Install Chromium (Debian: apt-get install chromium), or set CHROMIUM_PATH, then restart.',
  async run(signal) {
    if (path === null) return off('This process sends no bots of its own to meetings (ROLES without bot)')
    const { stdout } = await execute(path, ['--version'], { signal })
    return ok(stdout.trim().slice(0, 80))
  },
})

/** Null without a model. */
type ModelCheck = { readonly model: string; readonly ask: (signal: AbortSignal) => Promise<unknown> } | null

export const aiCheck = (model: ModelCheck): CheckDeclaration => ({
  name: 'ai',
  title: 'AI model',
  timeoutMs: 30_000,
  advice: 'Check AI_BASE_URL, AI_API_KEY and AI_MODEL, and that this machine reaches the address.',
  async run(signal) {
    if (model === null) return off('No model is configured')
    await model.ask(signal)
    return ok(`${model.model} answered`)
  },
})
