/** Throws as soon as the limit is exceeded; exactly the limit passes. */
export async function* limitBytes(
  content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  maxBytes: number,
  tooLarge: () => Error,
): AsyncGenerator<Uint8Array> {
  let size = 0
  for await (const piece of content) {
    size += piece.length
    if (size > maxBytes) throw tooLarge()
    yield piece
  }
}
