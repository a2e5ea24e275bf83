/** Records what the page plays: finds the beeps in the audio output and the time at which they are heard. */

type AudioTap = { readonly context: AudioContext; readonly node: AudioNode }

let audioTap: AudioTap | null = null
// oxlint-disable-next-line typescript/unbound-method -- it is called with the node it was asked of
const originalConnect = AudioNode.prototype.connect as (this: AudioNode, ...to: unknown[]) => AudioNode
AudioNode.prototype.connect = function (this: AudioNode, ...to: unknown[]) {
  if (to[0] instanceof AudioDestinationNode && this.context instanceof AudioContext)
    audioTap = { context: this.context, node: this }
  return originalConnect.apply(this, to)
} as typeof AudioNode.prototype.connect

/** Differencing adjacent samples twice attenuates the recordings' low tones and leaves the beeps. */
const processorSource = `registerProcessor('beeps', class extends AudioWorkletProcessor {
  a = 0; b = 0; quiet = 1
  process([[samples]]) {
    if (!samples) return true
    for (let i = 0; i < samples.length; i += 32) {
      let sum = 0
      for (let j = i; j < i + 32; j++) {
        const d = samples[j] - 2 * this.a + this.b
        this.b = this.a; this.a = samples[j]; sum += d * d
      }
      const isLoud = Math.sqrt(sum / 32) > 0.035
      if (isLoud && this.quiet > 0.02) this.port.postMessage(currentTime + i / sampleRate)
      this.quiet = isLoud ? 0 : this.quiet + 32 / sampleRate
    }
    return true
  }
})`

export type BeepListener = {
  /** Stops recording; returns when beeps were heard, on the page's clock. */
  stop(): number[]
}

export async function listenForBeeps(): Promise<BeepListener> {
  if (audioTap === null) throw new Error('Nothing goes to the loudspeaker')
  const { context, node } = audioTap
  await context.audioWorklet.addModule(URL.createObjectURL(new Blob([processorSource], { type: 'text/javascript' })))
  const ear = new AudioWorkletNode(context, 'beeps', {
    numberOfOutputs: 0,
    channelCount: 1,
    channelCountMode: 'explicit',
  })
  node.connect(ear)
  const heard: number[] = []
  ear.port.onmessage = ({ data }: MessageEvent<number>) => {
    const { contextTime = 0, performanceTime = 0 } = context.getOutputTimestamp()
    heard.push(performanceTime + (data - contextTime) * 1000)
  }
  return {
    stop() {
      ear.disconnect()
      return heard
    },
  }
}
