/** Posts a message at every interval of the received length, in ms. */
self.onmessage = ({ data }: MessageEvent<number>) => setInterval(() => self.postMessage(null), data)
