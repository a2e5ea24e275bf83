/** File names in an archive: as people wrote them, but valid on every file system. */
import type { ExportFormat } from '@knowreel/shared/import-export/import-export.rules.ts'

/** Bytes in UTF-8; file systems allow 255, and a number, an extension and a folder are added. */
const maxNameBytes = 120

/** Windows reserves these names for devices, whatever extension follows. */
const reservedPattern = /^(?:con|prn|aux|nul|com\d|lpt\d|conin\$|conout\$)(?:\.|$)/i

export function safeName(title: string, fallback = 'Untitled'): string {
  const plain = title
    .normalize('NFC')
    .toWellFormed()
    // oxlint-disable-next-line no-control-regex
    .replaceAll(/[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g, ' ')
    .replaceAll(/[<>:"/\\|?*]/g, '-')
    .replaceAll(/\s+/g, ' ')
    .trim()
  const cut = truncateToBytes(plain, maxNameBytes)
    // Windows drops trailing dots and spaces, and a leading dot hides a file.
    .replace(/[. ]+$/, '')
    .replace(/^[. ]+/, '')
  if (cut === '' || /^-+$/.test(cut)) return fallback
  return reservedPattern.test(cut) ? `_${cut}` : cut
}

/** Truncates to this many bytes without splitting a character. */
function truncateToBytes(text: string, bytes: number): string {
  let size = 0
  let kept = ''
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    size += Buffer.byteLength(segment)
    if (size > bytes) break
    kept += segment
  }
  return kept
}

/** Returns names that are unique in their folder, ignoring case. */
export function createUniqueNames(): (name: string, ending?: string) => string {
  const taken = new Set<string>()
  return (name, ending = '') => {
    for (let number = 1; ; number++) {
      const candidate = `${name}${number === 1 ? '' : ` (${number})`}${ending}`
      const key = candidate.normalize('NFKD').toLowerCase()
      if (taken.has(key)) continue
      taken.add(key)
      return candidate
    }
  }
}

/** For an uploaded file, including its extension. */
export function safeFileName(name: string, fallback: string): { readonly stem: string; readonly ending: string } {
  const [, stem = name, ending = ''] = /^(.*?)(\.[\p{L}\p{N}]{1,12})?$/su.exec(name.replaceAll(/\s+/g, ' ')) ?? []
  return { stem: safeName(stem, fallback), ending }
}

/** Images are often named after their file, with its extension. */
export const withExtension = (name: string, ending: string): string =>
  name.toLowerCase().endsWith(ending.toLowerCase()) ? name : name + ending

export const archiveName = (title: string, format: ExportFormat): string =>
  `${safeName(title)} (${format === 'html' ? 'HTML' : 'Markdown'}).zip`

/** The URL-encoded relative path from one file of the archive to another. */
export function relativeUrl(from: string, to: string): string {
  const folders = from.split('/').slice(0, -1)
  const parts = to.split('/')
  let shared = 0
  while (shared < folders.length && shared < parts.length - 1 && folders[shared] === parts[shared]) shared++
  const up = folders.slice(shared).map(() => '..')
  return [...up, ...parts.slice(shared)].map(encodeSegment).join('/')
}

const encodeSegment = (part: string): string =>
  encodeURIComponent(part).replaceAll(/['()*!]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
