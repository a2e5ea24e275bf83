import { accessSync, constants } from 'node:fs'
import path from 'node:path'
import { StartupError } from './startup-error.ts'

export type BotSettings = {
  /** How many meetings this process attends at a time; each needs about one processor. */
  readonly concurrency: number
  readonly chromiumPath: string
}

type BotValues = { readonly BOT_CONCURRENCY: number; readonly CHROMIUM_PATH?: string | undefined }

const names = ['chromium', 'chromium-browser']

/** Throws if there is no Chromium. Google Chrome does not count: it loads no extensions from a directory. */
export function readBotSettings(
  { BOT_CONCURRENCY: concurrency, CHROMIUM_PATH: given }: BotValues,
  searched = process.env.PATH ?? '',
): BotSettings {
  const directories = searched.split(path.delimiter).filter((directory) => directory !== '')
  const candidates =
    given === undefined ? directories.flatMap((directory) => names.map((name) => path.join(directory, name))) : [given]
  const chromiumPath = candidates.find(isProgram)
  if (chromiumPath === undefined)
    throw new StartupError(
      given === undefined
        ? 'The role bot needs Chromium: install it, or name it with CHROMIUM_PATH.'
        : `CHROMIUM_PATH must be a program, not "${given}".`,
    )
  return { concurrency, chromiumPath }
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
