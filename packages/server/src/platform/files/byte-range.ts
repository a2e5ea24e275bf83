import type { ByteRange } from './file-driver.ts'

/**
 * The one range of a Range header. Null: send the whole file (no header, another unit, several ranges: all of which a
 * server may ignore). `unsatisfiable`: it lies outside the file.
 */
export function readByteRange(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | null {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.replaceAll(' ', '') ?? '')
  if (!match) return null
  const [, first = '', last = ''] = match
  if (first === '' && last === '') return null
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first)
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (first !== '' && last !== '' && Number(last) < start) return null
  return start >= size || start > end ? 'unsatisfiable' : { start, end }
}
