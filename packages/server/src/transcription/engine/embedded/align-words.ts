/**
 * The times of words from the decoder's attention: dynamic time warping finds the path through (token × frame) along
 * which the attention is highest. Pure.
 */
export type HeardToken = {
  readonly id: number
  readonly logProbability: number
  /** The attention when the token was chosen, one value per frame. */
  readonly attention: Float32Array
}

export type HeardWord = {
  /** In seconds from the start of the piece. */
  readonly start: number
  readonly end: number
  readonly text: string
  /** From 0 to 1. */
  readonly confidence: number
}

export type Vocabulary = {
  /** The word continues the previous token unless this is true. */
  readonly startsWord: (id: number) => boolean
  readonly textOf: (ids: readonly number[]) => string
}

/** `end` is the attention of the token that ends the text, if it was reached. */
export function alignWords(
  tokens: readonly HeardToken[],
  end: Float32Array | null,
  duration: number,
  { startsWord, textOf }: Vocabulary,
): HeardWord[] {
  if (tokens.length === 0) return []
  const rows = [...tokens.map(({ attention }) => attention), ...(end === null ? [] : [end])]
  const frames = rows[0]?.length ?? 0
  const starts = frames === 0 ? rows.map(() => 0) : warp(normalize(rows), frames)
  const frameSeconds = frames === 0 ? 0 : duration / frames
  const groups: number[][] = []
  tokens.forEach(({ id }, index) => {
    const last = groups.at(-1)
    if (last === undefined || startsWord(id)) groups.push([index])
    else last.push(index)
  })
  return groups.flatMap((group, index) => {
    const [first = 0] = group
    const text = textOf(group.map((at) => tokens[at]?.id ?? 0)).trim()
    if (text === '') return []
    const next = groups[index + 1]?.[0] ?? tokens.length
    const logProbability = group.reduce((sum, at) => sum + (tokens[at]?.logProbability ?? 0), 0) / group.length
    const start = (starts[first] ?? 0) * frameSeconds
    const stop = next < starts.length ? (starts[next] ?? frames) * frameSeconds : duration
    return [{ start, end: Math.max(start, stop), text, confidence: Math.exp(logProbability) }]
  })
}

/** Normalises each frame across tokens, so that frames to which all tokens attend carry no weight. */
function normalize(rows: readonly Float32Array[]): Float32Array[] {
  const frames = rows[0]?.length ?? 0
  const result = rows.map(() => new Float32Array(frames))
  for (let frame = 0; frame < frames; frame++) {
    let sum = 0
    let squares = 0
    for (const row of rows) {
      const value = row[frame] ?? 0
      sum += value
      squares += value * value
    }
    const mean = sum / rows.length
    const deviation = Math.sqrt(Math.max(1e-12, squares / rows.length - mean * mean))
    rows.forEach((row, index) => {
      const target = result[index]
      if (target) target[frame] = ((row[frame] ?? 0) - mean) / deviation
    })
  }
  return result
}

/** The first frame of each token on the cheapest monotonic path. */
function warp(rows: readonly Float32Array[], frames: number): number[] {
  const width = frames + 1
  const cost = new Float64Array((rows.length + 1) * width).fill(Infinity)
  /** 0: both advance, 1: the next token at the same frame, 2: the next frame of the same token. */
  const move = new Uint8Array((rows.length + 1) * width)
  cost[0] = 0
  for (let token = 1; token <= rows.length; token++) {
    const row = rows[token - 1]
    for (let frame = 1; frame <= frames; frame++) {
      const both = cost[(token - 1) * width + frame - 1] ?? Infinity
      const down = cost[(token - 1) * width + frame] ?? Infinity
      const right = cost[token * width + frame - 1] ?? Infinity
      const best = Math.min(both, down, right)
      cost[token * width + frame] = best - (row?.[frame - 1] ?? 0)
      move[token * width + frame] = best === both ? 0 : best === down ? 1 : 2
    }
  }
  const starts = rows.map(() => 0)
  let token = rows.length
  let frame = frames
  while (token > 0 && frame > 0) {
    starts[token - 1] = frame - 1
    const step = move[token * width + frame]
    if (step !== 2) token--
    if (step !== 1) frame--
  }
  return starts
}
