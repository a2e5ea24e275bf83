/** Characters of text in one entry of the index; about the positions that its vector has room for. */
const maxPieceLength = 8000

/** Pieces of at most this length, cut at the end of a line or word. */
export function splitText(text: string): string[] {
  const pieces: string[] = []
  let rest = text
  while (rest.trim() !== '') {
    const piece = rest.length <= maxPieceLength ? rest : rest.slice(0, lengthOfPiece(rest))
    pieces.push(piece)
    rest = rest.slice(piece.length)
  }
  return pieces
}

function lengthOfPiece(text: string): number {
  const window = text.slice(0, maxPieceLength)
  for (const separator of ['\n', ' ']) {
    const end = window.lastIndexOf(separator)
    if (end > maxPieceLength / 2) return end + 1
  }
  // A surrogate pair is not cut.
  return /[\ud800-\udbff]$/.test(window) ? maxPieceLength - 1 : maxPieceLength
}
