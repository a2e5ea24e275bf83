import { useCallback, useState } from 'react'
import { readSetting, writeSetting } from '../../platform/browser-storage.ts'

const key = 'knowreel.folded-paragraphs'
/** Of all articles together; the longest folded ones unfold. */
const mostKept = 500

const read = (): string[] => {
  const kept = readSetting(key)
  return kept === null || kept === '' ? [] : kept.split(' ')
}

/** Which paragraphs are folded is a matter of this browser. */
export function useFoldedParagraphs() {
  const [folded, setFolded] = useState<ReadonlySet<string>>(() => new Set(read()))
  const fold = useCallback((id: string, isFolded: boolean) => {
    const rest = read().filter((one) => one !== id)
    const next = isFolded ? [...rest, id].slice(-mostKept) : rest
    writeSetting(key, next.join(' '))
    setFolded(new Set(next))
  }, [])
  return { folded, fold }
}
