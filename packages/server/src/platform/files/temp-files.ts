/** Files for programs that can only use the local file system. */
import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { makeDirectories, syncDirectory } from './write-atomically.ts'

const dayMs = 86_400_000

/** An empty folder, removed afterwards with its contents. */
export async function withFolder<Result>(
  draftDirectory: string,
  work: (folder: string) => Promise<Result>,
): Promise<Result> {
  const folder = path.join(draftDirectory, `${randomUUID()}.work`)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  try {
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Moves a file of such a folder to its final location; like `writeAtomically`, but without a copy. Returns its size. */
export async function moveAtomically(file: string, target: string, { isDurable = true } = {}): Promise<number> {
  const directory = path.dirname(target)
  await makeDirectories(directory)
  const handle = await open(file, 'r')
  let size: number
  try {
    await handle.chmod(0o600)
    if (isDurable) await handle.sync()
    size = (await handle.stat()).size
  } finally {
    await handle.close()
  }
  await rename(file, target)
  if (isDurable) await syncDirectory(directory)
  return size
}

/** Removes what killed processes left; younger files may still be in use by another process. */
export async function sweepTempFiles(drafts: string): Promise<void> {
  for (const name of (await nullIfMissing(readdir(drafts))) ?? []) {
    const file = path.join(drafts, name)
    const facts = await nullIfMissing(stat(file))
    if (facts && Date.now() - facts.mtimeMs > dayMs) await rm(file, { recursive: true, force: true })
  }
}

/** Null if there is no such file. */
export async function nullIfMissing<Value>(reading: Promise<Value>): Promise<Value | null> {
  try {
    return await reading
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}
