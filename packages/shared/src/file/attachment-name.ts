import { fileLimits } from './file.rules.ts'

// Characters that change the text direction (which can disguise an extension), are invisible, or end a line.
const invisibleCharacters = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu
const reservedCharacters = /[<>:"|?*]/g

/** A file name that is safe to show and save: one line, no folders, never empty. */
export function attachmentName(given: string): string {
  const last = given.toWellFormed().normalize('NFC').replaceAll(invisibleCharacters, '').split(/[/\\]/).at(-1) ?? ''
  const name = last
    .replaceAll(reservedCharacters, '_')
    .replaceAll(/\s+/gu, ' ')
    .replaceAll(/^[ .]+|[ .]+$/g, '')
  if (name.length <= fileLimits.nameLength) return name === '' ? 'file' : name
  const ending = attachmentExtension(name)
  const tail = ending === '' ? '' : name.slice(-ending.length - 1)
  return `${name.slice(0, fileLimits.nameLength - tail.length).replace(/[\uD800-\uDBFF]$/, '')}${tail}`
}

/** The part after the last dot in lower case; empty if that is no extension. */
export function attachmentExtension(name: string): string {
  const ending = /.\.([A-Za-z0-9]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''
  return ending.length <= fileLimits.extensionLength ? ending : ''
}
