/** Where the bytes of an upload come from: a file, or a recording that is still growing. */
export type UploadSource = {
  readonly name: string
  readonly mime: string
  /** The bytes available so far, and whether that is all. */
  extent(): { readonly bytes: number; readonly isComplete: boolean }
  /** From `start` up to `end`, which must be within the extent. */
  slice(start: number, end: number): Promise<Blob>
  /** Resolves when the extent has changed since it was last read, or when the signal aborts. */
  waitForChange(signal: AbortSignal): Promise<void>
}

export function fileSource(file: Blob, name = file instanceof File ? file.name : 'recording'): UploadSource {
  return {
    name,
    mime: file.type,
    extent: () => ({ bytes: file.size, isComplete: true }),
    slice: async (start, end) => file.slice(start, end),
    waitForChange: async () => undefined,
  }
}

/**
 * Withholds only the end of a source until `opened` resolves: an upload whose article is not known yet can be sent, but
 * not accepted.
 */
export const gatedSource = (source: UploadSource, opened: Promise<void>): UploadSource => {
  let isOpen = false
  const opening = opened.then(() => void (isOpen = true))
  return {
    ...source,
    extent: () => ({ ...source.extent(), isComplete: isOpen && source.extent().isComplete }),
    waitForChange: (signal) => {
      if (isOpen) return source.waitForChange(signal)
      const aborted = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
      // A growing source is sent in the meantime; a complete file has nothing more to wait for.
      const grown = source.extent().isComplete ? [] : [source.waitForChange(signal)]
      return Promise.race([opening, aborted, ...grown])
    },
  }
}

export type GrowingSource = UploadSource & {
  append(chunk: Blob): void
  /** No more data will come. */
  end(): void
}

/** A recording in progress: chunks that are files, so that hours of them take little memory. */
export function growingSource(name: string, mime: string): GrowingSource {
  const chunks: { readonly start: number; readonly content: Blob }[] = []
  let bytes = 0
  let isWhole = false
  let change = Promise.withResolvers<void>()
  const notifyWaiting = () => {
    const previous = change
    change = Promise.withResolvers()
    previous.resolve()
  }
  return {
    name,
    mime,
    append(chunk) {
      if (isWhole) throw new Error('A recording that has ended grows no more')
      chunks.push({ start: bytes, content: chunk })
      bytes += chunk.size
      notifyWaiting()
    },
    end() {
      isWhole = true
      notifyWaiting()
    },
    extent: () => ({ bytes, isComplete: isWhole }),
    async slice(start, end) {
      const first = chunks.findLastIndex((chunk) => chunk.start <= start)
      const after = chunks.findIndex((chunk) => chunk.start >= end)
      const read = chunks.slice(Math.max(0, first), after === -1 ? undefined : after)
      const offset = read[0]?.start ?? 0
      return new Blob(
        read.map(({ content }) => content),
        { type: mime },
      ).slice(start - offset, end - offset)
    },
    waitForChange: (signal) =>
      Promise.race([
        change.promise,
        new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true })),
      ]),
  }
}

const sampleBytes = 65_536

/**
 * Identifies a file that is chosen again by its size and three samples. This protects against mistakes, not attacks;
 * the checksums of the parts are independent of it.
 */
export async function fingerprintOf(file: Blob): Promise<string> {
  const starts = [0, Math.max(0, Math.floor(file.size / 2) - sampleBytes / 2), Math.max(0, file.size - sampleBytes)]
  const samples = await Promise.all(
    starts.map(async (start) => new Uint8Array(await file.slice(start, start + sampleBytes).arrayBuffer())),
  )
  // FNV-1a, twice with different offsets: 64 bits, also on pages without crypto.subtle.
  let [one, other] = [0x811c9dc5, 0x01000193]
  for (const sample of samples) {
    for (const byte of sample) {
      one = Math.imul(one ^ byte, 0x01000193)
      other = Math.imul(other ^ byte, 0x85ebca6b)
    }
  }
  const hex = (value: number) => (value >>> 0).toString(16).padStart(8, '0')
  return `${file.size}-${hex(one)}${hex(other)}`
}
