import type { MayRead } from './file-address.ts'

const mostKept = 5000

/**
 * A film is fetched in many pieces: one question answers them for a moment. Whoever loses access is refused when the
 * moment is over, well within the five seconds we promise.
 */
export function keepAnswers(mayRead: MayRead, keptMs = 2000): MayRead {
  const kept = new Map<string, { answer: Promise<boolean>; until: number }>()
  return (reader) => {
    const name = `${reader.sessionId} ${reader.scope}`
    const now = Date.now()
    const known = kept.get(name)
    if (known !== undefined && known.until > now) return known.answer
    if (kept.size >= mostKept) kept.clear()
    const answer = mayRead(reader)
    kept.set(name, { answer, until: now + keptMs })
    answer.catch(() => kept.delete(name))
    return answer
  }
}
