import type { FileDriver } from './file-driver.ts'
import type { FileKey } from './file-key.ts'

type Strays = {
  readonly folder: string
  /** Files changed since then may be unfinished, with a row still to come. */
  readonly before: Date
  /** Those of these files that are in use. */
  readonly listNeeded: (keys: readonly FileKey[]) => Promise<ReadonlySet<string>>
  readonly signal?: AbortSignal | undefined
}

const batch = 200

/** Removes the files of a folder that are not in use. Returns how many. */
export async function removeStrays(
  files: Pick<FileDriver, 'list' | 'remove'>,
  { folder, before, listNeeded, signal }: Strays,
): Promise<number> {
  let removed = 0
  const removeUnneeded = async (keys: readonly FileKey[]): Promise<void> => {
    signal?.throwIfAborted()
    const needed = await listNeeded(keys)
    for (const key of keys) {
      if (needed.has(key)) continue
      await files.remove(key)
      removed++
    }
  }
  let old: FileKey[] = []
  for await (const { key, modifiedAt } of files.list(folder)) {
    if (modifiedAt >= before) continue
    old.push(key)
    if (old.length < batch) continue
    await removeUnneeded(old)
    old = []
  }
  if (old.length > 0) await removeUnneeded(old)
  return removed
}
