/**
 * Copies of stored files on the local file system, for programs that can use nothing else. The steps for a recording
 * run one after another or concurrently, so a copy is fetched once for all of them and stays for a while after the
 * last.
 */
import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rm, utimes } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

type Copy = {
  /** Null if there is no such file. */
  readonly path: Promise<string | null>
  users: number
  timer: NodeJS.Timeout | null
}

export type LocalCopies = {
  /** Null if there is no such file. */
  with<Result>(key: string, work: (path: string) => Promise<Result>): Promise<Result | null>
  /** Removes unused copies. */
  close(): Promise<void>
}

export function createLocalCopies(options: {
  readonly directory: string
  readonly read: (key: string) => Promise<Readable | null>
  /** How long an unused copy stays. */
  readonly keptMs?: number
}): LocalCopies {
  const { directory, read, keptMs = 60_000 } = options
  const copies = new Map<string, Copy>()

  async function fetchCopy(key: string): Promise<string | null> {
    const stored = await read(key)
    if (stored === null) return null
    await mkdir(directory, { recursive: true, mode: 0o700 })
    const file = path.join(directory, `${randomUUID()}.copy`)
    try {
      await pipeline(stored, createWriteStream(file, { flags: 'wx', mode: 0o600 }))
      return file
    } catch (error) {
      await rm(file, { force: true })
      throw error
    }
  }

  async function forget(key: string, copy: Copy): Promise<void> {
    if (copies.get(key) === copy) copies.delete(key)
    const file = await copy.path.catch(() => null)
    if (file !== null) await rm(file, { force: true })
  }

  function release(key: string, copy: Copy): void {
    copy.users--
    if (copy.users > 0) return
    copy.timer = setTimeout(() => void forget(key, copy).catch(() => undefined), keptMs)
    copy.timer.unref()
  }

  function acquire(key: string): Copy {
    const copy = copies.get(key) ?? { path: fetchCopy(key), users: 0, timer: null }
    copies.set(key, copy)
    copy.users++
    if (copy.timer !== null) clearTimeout(copy.timer)
    copy.timer = null
    // The next caller repeats a fetch that failed or found nothing.
    const drop = () => void (copies.get(key) === copy && copies.delete(key))
    copy.path.then((file) => file ?? drop(), drop)
    return copy
  }

  return {
    async with(key, work) {
      const copy = acquire(key)
      try {
        const file = await copy.path
        if (file === null) return null
        // The sweep removes old copies as leftovers.
        await utimes(file, new Date(), new Date())
        return await work(file)
      } finally {
        release(key, copy)
      }
    },
    async close() {
      for (const [key, copy] of copies) {
        if (copy.users > 0) continue
        if (copy.timer !== null) clearTimeout(copy.timer)
        await forget(key, copy)
      }
    },
  }
}
