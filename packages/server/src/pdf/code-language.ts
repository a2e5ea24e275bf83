/**
 * Names of languages as notes have them, where the setter of the document knows them by another one. A map: one that is
 * called `constructor` must not find what every object has.
 */
const otherNames: ReadonlyMap<string, string> = new Map([
  ['bash', 'sh'],
  ['shell', 'sh'],
  ['zsh', 'sh'],
  ['console', 'sh'],
  ['javascript', 'js'],
  ['jsx', 'js'],
  ['mjs', 'js'],
  ['typescript', 'ts'],
  ['csharp', 'cs'],
  ['c#', 'cs'],
  ['cpp', 'cpp'],
  ['c++', 'cpp'],
  ['golang', 'go'],
  ['kotlin', 'kt'],
  ['python', 'py'],
  ['ruby', 'rb'],
  ['rust', 'rs'],
  ['markdown', 'md'],
  ['yml', 'yaml'],
  ['objectivec', 'objective-c'],
  ['objective-c', 'objective-c'],
  ['vbnet', 'vb'],
  ['perl', 'pl'],
  ['plaintext', ''],
  ['text', ''],
])

/** Null for text without a grammar. */
export function codeLanguage(name: string): string | null {
  const known = name.toLowerCase()
  return (otherNames.get(known) ?? known) || null
}
