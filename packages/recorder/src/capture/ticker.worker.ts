/** Receives the length of the interval, in ms, and after each tick null: it was handled. */
import { createTicker } from './ticker.ts'

const ticker = createTicker(() => self.postMessage(null))
self.onmessage = ({ data }: MessageEvent<number | null>) => (data === null ? ticker.handled() : ticker.start(data))
