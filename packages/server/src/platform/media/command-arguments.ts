/**
 * A list of arguments, written as on a command line: words`-map 0:${index} -i ${file}`. Inserted values are never
 * split.
 */
export function commandArguments(literals: TemplateStringsArray, ...values: readonly (string | number)[]): string[] {
  const list: string[] = []
  let word: string | null = null
  literals.forEach((literal, index) => {
    for (const piece of literal.split(/(\s+)/)) {
      if (piece === '') continue
      if (piece.trim() !== '') word = (word ?? '') + piece
      else if (word !== null) {
        list.push(word)
        word = null
      }
    }
    const value = values[index]
    if (value !== undefined) word = `${word ?? ''}${value}`
  })
  if (word !== null) list.push(word)
  return list
}
