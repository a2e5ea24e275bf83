import { setTimeout as delay } from 'node:timers/promises'
import type { Db } from '../../platform/database/db.ts'
import { readGeneration, type GenerationState } from './generation.queries.ts'

const pollMs = 300

/** The state when the transcripts of these recordings are finished, or when the signal was aborted. */
export async function followTranscripts(
  db: Db,
  videoIds: readonly string[],
  { signal, onState }: { readonly signal: AbortSignal; readonly onState: (state: GenerationState) => void },
): Promise<GenerationState> {
  for (;;) {
    const state = await readGeneration(db, videoIds)
    if (state.isOver || signal.aborted) return state
    onState(state)
    await delay(pollMs, undefined, { signal }).catch(() => undefined)
  }
}
