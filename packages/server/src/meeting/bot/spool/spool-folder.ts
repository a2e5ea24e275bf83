/**
 * The folders of the spool: one for each process, which names its owner. What a process that ended left behind is moved
 * into the folder of the process that finds it, in one step, so that only one finishes a recording, and a second kill
 * leaves it to the next.
 */
import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { endLeftBrowser } from '../browser.ts'
import { describeProcess, hasEnded, isComparable, spoolOwner, type SpoolOwner } from './spool-owner.ts'

export type SpooledRecording = { readonly meetingId: string; readonly attempt: number; readonly file: string }

export type SpoolFolder = {
  /** The folder of this process. */
  readonly directory: string
  /** Creates it, with the name of its owner in it. */
  prepare(): Promise<void>
  recordingFile(meeting: { readonly id: string; readonly attempt: number }): string
  /** Its bot has ended; `adopt` returns what it left. */
  release(meeting: { readonly id: string; readonly attempt: number }): Promise<void>
  /**
   * Recordings left by processes that have ended, and those found before and not removed yet. Removes their folders.
   */
  adopt(): Promise<SpooledRecording[]>
  /** Removes the folder, unless a recording is left in it for the next process. */
  close(): Promise<void>
}

const ownerFile = 'owner.json'
/** Longer than any call and the upload of its recording. */
const abandonedAfterMs = 12 * 60 * 60_000

export function openSpoolFolder(root: string, now: () => number = Date.now): SpoolFolder {
  const directory = path.join(root, randomUUID())
  const adopted = new Map<string, SpooledRecording>()
  const prepare = async () => {
    await mkdir(directory, { recursive: true, mode: 0o700 })
    const target = path.join(directory, ownerFile)
    if (await isThere(target)) return
    await writeFile(`${target}.draft`, JSON.stringify(await describeProcess()), { mode: 0o600 })
    await rename(`${target}.draft`, target)
  }
  const adoptFrom = async (folder: string): Promise<void> => {
    for (const name of await readdir(folder).catch(() => [])) {
      const named = parseName(name)
      if (named !== null) {
        await prepare()
        const file = path.join(directory, name)
        if (await moved(path.join(folder, name), file)) adopted.set(file, { ...named, file })
      } else if (name.startsWith('browser-')) await endLeftBrowser(path.join(folder, name))
    }
    await rm(folder, { recursive: true, force: true, maxRetries: 3 })
  }
  const recordingFile: SpoolFolder['recordingFile'] = ({ id, attempt }) =>
    path.join(directory, `${id}.${attempt}.recording`)
  return {
    directory,
    prepare,
    recordingFile,
    async release({ id, attempt }) {
      const file = recordingFile({ id, attempt })
      if (await isThere(file)) adopted.set(file, { meetingId: id, attempt, file })
    },
    async adopt() {
      const self = await describeProcess()
      for (const name of await readdir(root).catch(() => [])) {
        const folder = path.join(root, name)
        if (folder === directory) continue
        const owner = await readOwner(folder)
        if (owner !== null && hasEnded(owner, self)) await adoptFrom(folder)
        // A process that lives here keeps its folder, however long it has nothing to do.
        else if (
          (owner === null || !isComparable(owner, self)) &&
          (await changedLast(folder)) < now() - abandonedAfterMs
        )
          await rm(folder, { recursive: true, force: true, maxRetries: 3 })
      }
      for (const { file } of adopted.values()) if (!(await isThere(file))) adopted.delete(file)
      return [...adopted.values()]
    },
    async close() {
      const names = await readdir(directory).catch(() => [])
      if (names.every((name) => parseName(name) === null)) await rm(directory, { recursive: true, force: true })
    },
  }
}

function parseName(name: string): { readonly meetingId: string; readonly attempt: number } | null {
  const [, meetingId, attempt] = /^([\da-f-]{36})\.(\d{1,9})\.recording$/.exec(name) ?? []
  return meetingId === undefined ? null : { meetingId, attempt: Number(attempt) }
}

/** False if another process was faster. */
async function moved(from: string, to: string): Promise<boolean> {
  try {
    await rename(from, to)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false
    throw error
  }
}

async function readOwner(folder: string): Promise<SpoolOwner | null> {
  const text = await readFile(path.join(folder, ownerFile), 'utf8').catch(() => null)
  if (text === null) return null
  try {
    return spoolOwner.parse(JSON.parse(text))
  } catch {
    return null
  }
}

async function changedLast(folder: string): Promise<number> {
  const inside = await readdir(folder).catch(() => [])
  return Math.max(...(await Promise.all([folder, ...inside.map((file) => path.join(folder, file))].map(changedAt))))
}

const changedAt = async (file: string): Promise<number> => (await stat(file).catch(() => null))?.mtimeMs ?? 0
const isThere = (file: string): Promise<boolean> =>
  stat(file).then(
    () => true,
    () => false,
  )
