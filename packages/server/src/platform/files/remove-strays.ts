import type { FileDriver } from './file-driver.ts'
import type { FileKey } from './file-key.ts'

type StrayQuery = {
  readonly folder: string
  /** Files changed since then may be unfinished, with a row still to come. */
  readonly before: Date
  /** Those of these files that are in use. */
  readonly listReferenced: (keys: readonly FileKey[]) => Promise<ReadonlySet<string>>
  readonly signal?: AbortSignal | undefined
}

const batchSize = 200

/** Removes the files of a folder that are not in use. Returns how many. */
export async function removeStrays(
  files: Pick<FileDriver, 'list' | 'remove'>,
  { folder, before, listReferenced, signal }: StrayQuery,
): Promise<number> {
  let removed = 0
  const removeUnneeded = async (keys: readonly FileKey[]): Promise<void> => {
    signal?.throwIfAborted()
    const needed = await listReferenced(keys)
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
    if (old.length < batchSize) continue
    await removeUnneeded(old)
    old = []
  }
  if (old.length > 0) await removeUnneeded(old)
  return removed
}
