/** Where the bytes of an upload come from: a file, or a recording that still grows. */
export type UploadSource = {
  readonly name: string
  readonly mime: string
  /** Bytes that are there by now, and whether that is all. */
  extent(): { readonly bytes: number; readonly isWhole: boolean }
  /** From `start` up to `end`, which lies within the extent. */
  slice(start: number, end: number): Promise<Blob>
  /** Ends when the extent has changed since it was asked for, or with the signal. */
  changed(signal: AbortSignal): Promise<void>
}

export function fileSource(file: Blob, name = file instanceof File ? file.name : 'recording'): UploadSource {
  return {
    name,
    mime: file.type,
    extent: () => ({ bytes: file.size, isWhole: true }),
    slice: async (start, end) => file.slice(start, end),
    changed: async () => undefined,
  }
}

/**
 * Lets all but the end of a source through before `opened`: an upload that nobody has said the article of yet can travel,
 * but not be accepted.
 */
export const gatedSource = (source: UploadSource, opened: Promise<void>): UploadSource => {
  let isOpen = false
  const opening = opened.then(() => void (isOpen = true))
  return {
    ...source,
    extent: () => ({ ...source.extent(), isWhole: isOpen && source.extent().isWhole }),
    changed: (signal) =>
      isOpen
        ? source.changed(signal)
        : Promise.race([
            opening,
            new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true })),
          ]),
  }
}

export type GrowingSource = UploadSource & {
  append(chunk: Blob): void
  /** No more will come. */
  end(): void
}

/** A recording in the making. Browsers keep large blobs on disk. */
export function growingSource(name: string, mime: string): GrowingSource {
  let chunks: Blob[] = []
  let bytes = 0
  let isWhole = false
  let change = Promise.withResolvers<void>()
  const tell = () => {
    const told = change
    change = Promise.withResolvers()
    told.resolve()
  }
  return {
    name,
    mime,
    append(chunk) {
      if (isWhole) throw new Error('A recording that has ended grows no more')
      chunks.push(chunk)
      bytes += chunk.size
      tell()
    },
    end() {
      isWhole = true
      tell()
    },
    extent: () => ({ bytes, isWhole }),
    async slice(start, end) {
      // One blob of many small ones is cheaper to cut than the list.
      const whole = new Blob(chunks, { type: mime })
      chunks = [whole]
      return whole.slice(start, end)
    },
    changed: (signal) =>
      Promise.race([
        change.promise,
        new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true })),
      ]),
  }
}

const sampleBytes = 65_536

/**
 * Whether a file chosen again is the one that was being uploaded: its size and three samples. It guards against a mistake,
 * not against an attack; the checksum of each part is another thing.
 */
export async function fingerprintOf(file: Blob): Promise<string> {
  const starts = [0, Math.max(0, Math.floor(file.size / 2) - sampleBytes / 2), Math.max(0, file.size - sampleBytes)]
  const samples = await Promise.all(
    starts.map(async (start) => new Uint8Array(await file.slice(start, start + sampleBytes).arrayBuffer())),
  )
  // FNV-1a, twice from different starts: 64 bits, also where the page has no crypto.subtle.
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
