import { accessSync, constants } from 'node:fs'
import path from 'node:path'
import { meetingPlatforms, type MeetingPlatform } from '@knowreel/shared/meeting/meeting-link.rules.ts'
import { StartupError } from './startup-error.ts'

export type BotSettings = {
  /** How many meetings this process attends at a time; each needs about one processor. */
  readonly concurrency: number
  /** Null if only a provider's bots are sent. */
  readonly chromiumPath: string | null
  /** Services to which our own bots go. */
  readonly platforms: readonly MeetingPlatform[]
  /** A service that runs bots; null for none. */
  readonly provider: {
    readonly url: string
    readonly key: string
    readonly platforms: readonly MeetingPlatform[]
  } | null
}

type BotValues = {
  readonly BOT_CONCURRENCY: number
  readonly BOT_PLATFORMS: readonly MeetingPlatform[]
  readonly CHROMIUM_PATH?: string | undefined
  readonly BOT_PROVIDER_URL?: string | undefined
  readonly BOT_PROVIDER_KEY?: string | undefined
  readonly BOT_PROVIDER_PLATFORMS?: readonly MeetingPlatform[] | undefined
}

const names = ['chromium', 'chromium-browser']

/** Services that have an adapter of ours. */
export const builtInPlatforms: readonly MeetingPlatform[] = ['jitsi', 'meet', 'teams']

/** Throws if there is no Chromium. Google Chrome does not count: it loads no extensions from a directory. */
export function readBotSettings(values: BotValues, searched = process.env.PATH ?? ''): BotSettings {
  const { BOT_CONCURRENCY: concurrency, BOT_PLATFORMS: platforms } = values
  const unknown = platforms.find((name) => !builtInPlatforms.includes(name))
  if (unknown !== undefined)
    throw new StartupError(`BOT_PLATFORMS must name services out of ${builtInPlatforms.join(', ')}, not "${unknown}".`)
  const provider = readProvider(values)
  return {
    concurrency,
    platforms,
    provider,
    chromiumPath: platforms.length === 0 ? null : findChromium(values, searched),
  }
}

function readProvider(values: BotValues): BotSettings['provider'] {
  const { BOT_PROVIDER_URL: url, BOT_PROVIDER_KEY: key, BOT_PROVIDER_PLATFORMS: platforms } = values
  if (url === undefined && key === undefined && platforms === undefined) return null
  if (url === undefined || key === undefined || platforms === undefined)
    throw new StartupError('BOT_PROVIDER_URL, BOT_PROVIDER_KEY and BOT_PROVIDER_PLATFORMS must be set together.')
  return { url: url.replace(/\/+$/, ''), key, platforms }
}

function findChromium({ CHROMIUM_PATH: given }: BotValues, searched: string): string {
  const directories = searched.split(path.delimiter).filter((directory) => directory !== '')
  const candidates =
    given === undefined ? directories.flatMap((directory) => names.map((name) => path.join(directory, name))) : [given]
  const found = candidates.find(isProgram)
  if (found !== undefined) return found
  throw new StartupError(
    given === undefined
      ? 'The role bot needs Chromium: install it, or name it with CHROMIUM_PATH.'
      : `CHROMIUM_PATH must be a program, not "${given}".`,
  )
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** `none` is the empty list. */
export function readPlatforms(text: string): readonly MeetingPlatform[] | null {
  const listed = text.split(',').map((name) => name.trim().toLowerCase())
  if (listed.length === 1 && listed[0] === 'none') return []
  const platforms = meetingPlatforms.filter((name) => listed.includes(name))
  return platforms.length === new Set(listed).size ? platforms : null
}
