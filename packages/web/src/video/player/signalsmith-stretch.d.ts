declare module 'signalsmith-stretch' {
  const create: ((context: AudioContext) => Promise<AudioWorkletNode>) & { moduleUrl?: string }
  export default create
}
declare module 'signalsmith-stretch?url' {
  const address: string
  export default address
}
