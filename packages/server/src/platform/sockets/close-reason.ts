const mostBytes = 120

/** As much of a text as fits the close frame of a socket, without half a letter at its end. */
export function closeReason(text: string): string {
  let reason = ''
  let bytes = 0
  for (const letter of text.toWellFormed()) {
    bytes += Buffer.byteLength(letter)
    if (bytes > mostBytes) break
    reason += letter
  }
  return reason
}
