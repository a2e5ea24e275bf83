/** Milliseconds without any sound after which a microphone counts as silent. */
const silenceMs = 3000
const silentLevel = 0.002

export type SoundLevel = {
  /** 0 to 1 on the scale of hearing: -50 dB is empty, -10 dB full. */
  readonly share: number
  readonly isSilent: boolean
}

/** Measures how loud a stream is, for every frame of the screen, until the returned function is called. */
export function watchSoundLevel(stream: MediaStream, onLevel: (level: SoundLevel) => void): () => void {
  const context = new AudioContext()
  const analyser = context.createAnalyser()
  analyser.fftSize = 1024
  context.createMediaStreamSource(stream).connect(analyser)
  const samples = new Float32Array(analyser.fftSize)
  let heardAt = performance.now()
  let frame = requestAnimationFrame(function measure(now) {
    frame = requestAnimationFrame(measure)
    analyser.getFloatTimeDomainData(samples)
    const level = Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length)
    if (level > silentLevel) heardAt = now
    const share = Math.min(1, Math.max(0, (20 * Math.log10(level + 1e-6) + 50) / 40))
    onLevel({ share, isSilent: now - heardAt > silenceMs })
  })
  return () => {
    cancelAnimationFrame(frame)
    void context.close()
  }
}
