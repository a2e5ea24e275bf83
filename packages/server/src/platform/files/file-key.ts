/**
 * The name of a stored file: made by us, never by those who upload. Its ending tells how it may be served; what is not in
 * the table is served as bytes to save, whatever it is.
 */
import { randomUUID } from 'node:crypto'

/** `folder/ab/uuid.ending`; content under a key never changes. */
export type FileKey = string

const contentTypes: Readonly<Record<string, string>> = {
  avif: 'image/avif',
  bin: 'application/octet-stream',
  gif: 'image/gif',
  jpg: 'image/jpeg',
  m4a: 'audio/mp4',
  mp3: 'audio/mpeg',
  mp4: 'video/mp4',
  ogg: 'audio/ogg',
  pdf: 'application/pdf',
  png: 'image/png',
  txt: 'text/plain; charset=utf-8',
  vtt: 'text/vtt; charset=utf-8',
  wav: 'audio/wav',
  weba: 'audio/webm',
  webm: 'video/webm',
  webp: 'image/webp',
}

const endings = new Map(Object.entries(contentTypes).map(([ending, type]) => [bare(type), ending]))

/** Two letters of the uuid spread the files over folders: the last ones, for the first are the time in some uuids. */
export function newFileKey(folder: string, contentType: string): FileKey {
  const id = randomUUID()
  const key = `${folder}/${id.slice(-2)}/${id}.${endings.get(bare(contentType)) ?? 'bin'}`
  if (!isFileKey(key)) throw new TypeError(`${folder} is not a folder of files`)
  return key
}

const shape = /^[a-z][a-z-]{0,30}\/([0-9a-f]{2})\/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{10}\1\.([a-z0-9]{2,4})$/

export function isFileKey(text: string): text is FileKey {
  const ending = shape.exec(text)?.[2]
  return ending !== undefined && Object.hasOwn(contentTypes, ending)
}

export const contentTypeOf = (key: FileKey): string =>
  contentTypes[key.slice(key.lastIndexOf('.') + 1)] ?? 'application/octet-stream'

/** Only what a page of ours shows: pictures, sound, film and their captions. The rest is offered for saving. */
export const isShownInPages = (key: FileKey): boolean => /^(image|audio|video)\/|^text\/vtt/.test(contentTypeOf(key))

function bare(contentType: string): string {
  return (contentType.split(';', 1)[0] ?? '').trim().toLowerCase()
}
