/** Names of files that people save: any script, nothing that a file system or a shell takes for something else. */
const longest = 80

export function fileStem(title: string): string {
  const joined = title
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '-')
  // Whole letters: half of a pair is none.
  const stem = [...joined.replace(/^-/, '')].slice(0, longest).join('').replace(/-$/, '')
  return stem === '' ? 'untitled' : stem
}

/** Of the name of an uploaded file, without its ending; null where nothing is left of it. */
export function stemOfFile(name: string | null): string | null {
  const stem = fileStem((name ?? '').replace(/\.[\p{L}\p{N}]{1,5}$/u, ''))
  return stem === 'untitled' ? null : stem
}

/** In their order; one that is there already gets a number. */
export function uniqueNames(names: readonly string[]): string[] {
  const taken = new Set<string>()
  return names.map((name) => {
    let free = name
    for (let number = 2; taken.has(free); number++) free = `${name}-${number}`
    taken.add(free)
    return free
  })
}
