import type { FileFacts } from '../file-driver.ts'
import type { FileKey } from '../file-key.ts'

const keptMs = 10_000
const mostKept = 5000

/**
 * A film is fetched in many pieces, and each would ask first how long it is. What stands under a key never changes, so for a
 * moment it is known; what another process removes meanwhile is missed when it is read. That there is no such file is
 * asked every time.
 */
export function rememberFacts(ask: (key: FileKey) => Promise<FileFacts | null>) {
  const recent = new Map<FileKey, { readonly facts: FileFacts; readonly until: number }>()
  return {
    async find(key: FileKey): Promise<FileFacts | null> {
      const known = recent.get(key)
      if (known !== undefined && known.until > Date.now()) return known.facts
      const facts = await ask(key)
      if (recent.size >= mostKept) recent.clear()
      if (facts === null) recent.delete(key)
      else recent.set(key, { facts, until: Date.now() + keptMs })
      return facts
    },
    forget: (key: FileKey): void => void recent.delete(key),
  }
}
