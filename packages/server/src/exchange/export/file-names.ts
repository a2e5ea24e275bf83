/** Names of files in an archive: as people wrote them, but such that every file system takes them. */
import type { ExportFormat } from '@knowreel/shared/exchange/exchange.rules.ts'

/** Bytes in UTF-8; file systems take 255, and a number, an ending and a folder come to it. */
const longest = 120

/** What Windows keeps for devices, whatever ending follows. */
const reserved = /^(?:con|prn|aux|nul|com\d|lpt\d|conin\$|conout\$)(?:\.|$)/i

export function safeName(title: string, fallback = 'Untitled'): string {
  const plain = title
    .normalize('NFC')
    .toWellFormed()
    // oxlint-disable-next-line no-control-regex
    .replaceAll(/[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g, ' ')
    .replaceAll(/[<>:"/\\|?*]/g, '-')
    .replaceAll(/\s+/g, ' ')
    .trim()
  const cut = cutTo(plain, longest)
    // Windows drops dots and spaces at the end, and a dot at the beginning hides a file.
    .replace(/[. ]+$/, '')
    .replace(/^[. ]+/, '')
  if (cut === '' || /^-+$/.test(cut)) return fallback
  return reserved.test(cut) ? `_${cut}` : cut
}

/** Whole characters, up to so many bytes. */
function cutTo(text: string, bytes: number): string {
  let size = 0
  let kept = ''
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    size += Buffer.byteLength(segment)
    if (size > bytes) break
    kept += segment
  }
  return kept
}

/** A name that nothing else in the folder has, also where small and capital letters are one. */
export function createNames(): (name: string, ending?: string) => string {
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

/** Of an uploaded file, with its ending. */
export function safeFileName(name: string, fallback: string): { readonly stem: string; readonly ending: string } {
  const [, stem = name, ending = ''] = /^(.*?)(\.[\p{L}\p{N}]{1,12})?$/su.exec(name.replaceAll(/\s+/g, ' ')) ?? []
  return { stem: safeName(stem, fallback), ending }
}

/** Pictures are often called after their file. */
export const withEnding = (name: string, ending: string): string =>
  name.toLowerCase().endsWith(ending.toLowerCase()) ? name : name + ending

export const archiveName = (title: string, format: ExportFormat): string =>
  `${safeName(title)} (${format === 'html' ? 'HTML' : 'Markdown'}).zip`

/** From one file of the archive to another, as it stands in an address. */
export function relativeAddress(from: string, to: string): string {
  const folders = from.split('/').slice(0, -1)
  const parts = to.split('/')
  let shared = 0
  while (shared < folders.length && shared < parts.length - 1 && folders[shared] === parts[shared]) shared++
  const up = folders.slice(shared).map(() => '..')
  return [...up, ...parts.slice(shared)].map(encodePart).join('/')
}

const encodePart = (part: string): string =>
  encodeURIComponent(part).replaceAll(/['()*!]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
