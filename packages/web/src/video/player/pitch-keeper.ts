/**
 * Keeps the pitch of sound that is played faster or slower. The pieces themselves are played at another rate, which shifts
 * their pitch; an audio worklet shifts it back. At normal speed it is passed by.
 */
type StretchNode = AudioWorkletNode & {
  schedule(change: { active?: boolean; semitones?: number }): Promise<unknown>
  latency(): Promise<number>
}

export type PitchKeeper = {
  /** Where pieces are connected. */
  readonly input: AudioNode
  /** Fetches what another speed will need, so that it is there when it is asked for. */
  prepare(): void
  /** Gives the seconds by which sound has to be started early at this speed. */
  setSpeed(speed: number): Promise<number>
  destroy(): void
}

export function createPitchKeeper(context: AudioContext, output: AudioNode): PitchKeeper {
  const input = context.createGain()
  input.connect(output)
  let stretch: Promise<StretchNode | null> | null = null

  return {
    input,
    prepare: () => void (stretch ??= openStretch(context)),
    async setSpeed(speed) {
      if (speed === 1) {
        if (stretch !== null) (await stretch)?.disconnect()
        input.disconnect()
        input.connect(output)
        return 0
      }
      stretch ??= openStretch(context)
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

/** Null where the worklet cannot be had: then speed changes the pitch, which is better than no sound. */
async function openStretch(context: AudioContext): Promise<StretchNode | null> {
  try {
    const [{ default: create }, { default: moduleUrl }] = await Promise.all([
      import('signalsmith-stretch'),
      import('signalsmith-stretch?url'),
    ])
    // From our own address: a page of ours runs no script out of a blob.
    create.moduleUrl = moduleUrl
    return (await create(context)) as StretchNode
  } catch {
    return null
  }
}
