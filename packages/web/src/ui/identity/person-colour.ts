const colourCount = 6

/** 1–6, always the same for an id, so that a person or workspace is recognised by its colour. */
export function colourOfId(id: string): number {
  let hash = 0
  for (const character of id) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) >>> 0
  return (hash % colourCount) + 1
}

/** Up to two initials of a name; `?` without a name. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/u).filter(Boolean)
  const first = words[0]
  const last = words.length > 1 ? words.at(-1) : undefined
  const letter = (word: string | undefined) => (word ? ([...word][0] ?? '') : '')
  return (letter(first) + letter(last)).toLocaleUpperCase() || '?'
}
