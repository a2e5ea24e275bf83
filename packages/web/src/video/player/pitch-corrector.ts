/**
 * Keeps the pitch when sound is played faster or slower. Pieces are played at another rate, which shifts their pitch;
 * an audio worklet shifts it back. At normal speed the worklet is bypassed.
 */
type StretchNode = AudioWorkletNode & {
  schedule(change: { active?: boolean; semitones?: number }): Promise<unknown>
  latency(): Promise<number>
}

export type PitchCorrector = {
  /** The node that pieces connect to. */
  readonly input: AudioNode
  /** Loads what other speeds need, so that it is ready when needed. */
  prepare(): void
  /** Returns by how many seconds sound must start early at this speed. */
  setSpeed(speed: number): Promise<number>
  destroy(): void
}

export function createPitchCorrector(context: AudioContext, output: AudioNode): PitchCorrector {
  const input = context.createGain()
  input.connect(output)
  let stretch: Promise<StretchNode | null> | null = null

  return {
    input,
    prepare: () => void (stretch ??= createStretchNode(context)),
    async setSpeed(speed) {
      if (speed === 1) {
        if (stretch !== null) (await stretch)?.disconnect()
        input.disconnect()
        input.connect(output)
        return 0
      }
      stretch ??= createStretchNode(context)
      const node = await stretch
      if (node === null) return 0
      await node.schedule({ active: true, semitones: -12 * Math.log2(speed) })
      input.disconnect()
      input.connect(node)
      node.disconnect()
      node.connect(output)
      return node.latency()
    },
    destroy() {
      input.disconnect()
      void stretch?.then((node) => node?.disconnect())
    },
  }
}

/** Null if the worklet is not available: speed then changes the pitch, which is better than no sound. */
async function createStretchNode(context: AudioContext): Promise<StretchNode | null> {
  try {
    const [{ default: create }, { default: moduleUrl }] = await Promise.all([
      import('signalsmith-stretch'),
      import('signalsmith-stretch?url'),
    ])
    // From our own origin: the content security policy allows no scripts from blobs.
    create.moduleUrl = moduleUrl
    return (await create(context)) as StretchNode
  } catch {
    return null
  }
}
