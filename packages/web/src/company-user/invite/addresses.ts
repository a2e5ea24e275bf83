/** The addresses of the people to invite: typed one after the other, or pasted as a list from anywhere. */

const separators = /[\s,;]+/
/** `Jonas Lindqvist <jonas@halden.example>`, as email programs copy people. */
const namedAddress = /[^,;\n<>]*<([^<>\s]+@[^<>\s]+)>/g

export const isList = (text: string): boolean => separators.test(text)

export const splitAddresses = (text: string): string[] =>
  text
    .replace(namedAddress, ' $1 ')
    .split(separators)
    .filter((address) => address !== '')

/** Each address once, ignoring case; the first spelling is kept. */
export function addAddresses(present: readonly string[], added: readonly string[]): string[] {
  const byKey = new Map<string, string>()
  for (const address of [...present, ...added]) {
    const key = address.toLowerCase()
    if (!byKey.has(key)) byKey.set(key, address)
  }
  return [...byKey.values()]
}
