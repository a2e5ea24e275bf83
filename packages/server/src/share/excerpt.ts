/** Words of notes for places that take plain text only. */

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: ' ' }
const longest = 200

/** The first words of the first text that has some, whole where they fit. The HTML is ours, so its tags are as we write them. */
export function excerptOf(texts: readonly string[]): string {
  for (const html of texts) {
    const text = html
      .slice(0, 20_000)
      .replaceAll(/<[^>]*>?/g, ' ')
      .replaceAll(/&(amp|lt|gt|quot|#39|nbsp);/g, (_, name: string) => named[name] ?? ' ')
      .replaceAll(/\s+/g, ' ')
      .trim()
    if (text !== '') return cut(text)
  }
  return ''
}

function cut(text: string): string {
  const letters = Array.from(text.slice(0, longest * 4))
  if (letters.length <= longest) return text
  const words = letters.slice(0, longest - 1).join('')
  const end = words.lastIndexOf(' ')
  return `${end > longest / 2 ? words.slice(0, end) : words}…`
}
