import type { TextDelta } from '@knowreel/shared/ai/ai.streams.ts'
import type { StreamStatus } from '@knowreel/shared/stream/stream.protocol.ts'

type Update = (status: StreamStatus, data: TextDelta, soFar: TextDelta) => void

/** One message per frame of a screen at most; a follower that joins later receives the whole text. */
const intervalMs = 40

export type DeltaSender = { readonly add: (delta: string) => void; readonly flush: () => void }

/** Progress reaches the end of `range` at `expectedLength` characters. */
export function createDeltaSender(
  update: Update,
  expectedLength: number,
  step: string,
  range: { readonly from: number; readonly to: number } = { from: 5, to: 95 },
): DeltaSender {
  let whole = ''
  let waiting = ''
  let timer: NodeJS.Timeout | null = null
  const flush = () => {
    if (timer !== null) clearTimeout(timer)
    timer = null
    if (waiting === '') return
    const share = Math.min(1, whole.length / Math.max(1, expectedLength))
    const progress = Math.round(range.from + (range.to - range.from) * share)
    update({ progress, step }, { delta: waiting }, { delta: whole })
    waiting = ''
  }
  return {
    add(delta) {
      // The first words appear without a delay.
      const isFirst = whole === ''
      whole += delta
      waiting += delta
      if (isFirst) flush()
      else timer ??= setTimeout(flush, intervalMs)
    },
    flush,
  }
}
