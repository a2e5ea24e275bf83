/** Entry names are never used as file names here, but a malicious one must not replace another entry either. */

/** With `/` as separator; null for a path that is absolute or leads out of the archive. */
export function safePath(name: string): string | null {
  const slashed = name.replaceAll('\\', '/').normalize('NFC')
  // oxlint-disable-next-line no-control-regex
  if (/^\/|^[a-z]:|[\u0000-\u001f]/i.test(slashed) || slashed.length > 2000) return null
  const parts = slashed.split('/').filter((part) => part !== '' && part !== '.')
  return parts.includes('..') || parts.length === 0 || parts.length > 60 ? null : parts.join('/')
}

/** Resolves a link from the page at `from`; null if it leads out of the archive or cannot be read. */
export function resolvePath(from: string, address: string): string | null {
  const bare = address.split(/[?#]/, 1)[0] ?? ''
  let path: string
  try {
    path = decodeURIComponent(bare)
  } catch {
    path = bare
  }
  const parts = path.startsWith('/') ? [] : from.split('/').slice(0, -1)
  for (const part of path.replaceAll('\\', '/').split('/')) {
    if (part === '' || part === '.') continue
    if (part !== '..') parts.push(part)
    else if (parts.pop() === undefined) return null
  }
  return parts.length === 0 ? null : parts.join('/').normalize('NFC')
}

export const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')))
export const baseName = (path: string): string => path.slice(path.lastIndexOf('/') + 1)
export const extensionOfPath = (path: string): string =>
  /\.([a-z0-9]{1,8})$/i.exec(baseName(path))?.[1]?.toLowerCase() ?? ''
export const withoutExtension = (path: string): string => {
  const ending = extensionOfPath(path)
  return ending === '' ? path : path.slice(0, -ending.length - 1)
}
