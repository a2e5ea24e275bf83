import { fileLimits } from './file.rules.ts'

// Marks that turn the direction of writing (an ending can be made to look like another), that nobody sees, or that end a line.
const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu
const refusedByFileSystems = /[<>:"|?*]/g

/** The name of a file as others may see and save it: one line, no folders, never empty. */
export function attachmentName(given: string): string {
  const last = given.toWellFormed().normalize('NFC').replaceAll(unseen, '').split(/[/\\]/).at(-1) ?? ''
  const name = last
    .replaceAll(refusedByFileSystems, '_')
    .replaceAll(/\s+/gu, ' ')
    .replaceAll(/^[ .]+|[ .]+$/g, '')
  if (name.length <= fileLimits.nameLength) return name === '' ? 'file' : name
  const ending = attachmentExtension(name)
  const tail = ending === '' ? '' : name.slice(-ending.length - 1)
  return `${name.slice(0, fileLimits.nameLength - tail.length).replace(/[\uD800-\uDBFF]$/, '')}${tail}`
}

/** What stands behind the last dot, in small letters; empty where that is no ending. */
export function attachmentExtension(name: string): string {
  const ending = /.\.([A-Za-z0-9]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''
  return ending.length <= fileLimits.extensionLength ? ending : ''
}
