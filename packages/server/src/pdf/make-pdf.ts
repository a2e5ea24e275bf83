/** Makes a stored document from a tab: its images are placed in a folder, and a separate process renders it. */
import type { NoteJson, NoteNode } from '@knowreel/shared/note/note-document.ts'
import { createWriteStream } from 'node:fs'
import { stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { newFileKey, type FileStorage } from '../platform/files/index.ts'
import { pictureKey } from './print-picture.ts'
import type { PrintedHead } from './printed.ts'
import type { RendererPool, RenderRun } from './render-process.ts'
import { JOB_FILE, PDF_FILE, type PdfJob } from './renderer/pdf-job.ts'

export type PdfSource = {
  readonly note: NoteJson
  readonly head: Omit<PrintedHead, 'language' | 'dir'>
  readonly publicAddress: string
  /** Those of these keys that may appear in this document. */
  readonly findPictures: (keys: readonly string[]) => Promise<readonly string[]>
  /** Called with the key before anything is stored under it. */
  readonly beforeStored: (key: string) => Promise<void>
}

/** The key of the stored document, and the characters that appear as boxes in it. */
export type CreatedPdf = { readonly key: string; readonly missingLetters: string }

type Dependencies = {
  readonly files: Pick<FileStorage, 'read' | 'withFolder' | 'putLocalFile'>
  readonly renderers: Pick<RendererPool, 'run'>
}

/** Per document; further images are replaced by their alternative text. */
const maxPictures = 200
const maxPictureBytes = 200_000_000

export async function makePdf(
  { files, renderers }: Dependencies,
  { findPictures, beforeStored, ...source }: PdfSource,
  run: Pick<RenderRun, 'signal' | 'onStage'>,
): Promise<CreatedPdf> {
  return files.withFolder(async (folder) => {
    const keys = listPictureKeys(source.note)
    const allowed = keys.length === 0 ? [] : await findPictures(keys)
    const pictures = await writePictures(files, allowed, folder, run.signal)
    const job: PdfJob = { ...source, pictures }
    await writeFile(path.join(folder, JOB_FILE), JSON.stringify(job))
    const { missingLetters } = await renderers.run({ ...run, folder })
    run.signal.throwIfAborted()
    const key = newFileKey('pdf', 'application/pdf')
    await beforeStored(key)
    await files.putLocalFile(key, path.join(folder, PDF_FILE))
    return { key, missingLetters }
  })
}

function listPictureKeys(note: NoteNode): string[] {
  const keys = new Set<string>()
  const open: NoteNode[] = [note]
  for (let node = open.pop(); node; node = open.pop()) {
    const key = pictureKey(node)
    if (key !== null) keys.add(key)
    open.push(...(node.content ?? []))
  }
  return [...keys].toSorted().slice(0, maxPictures)
}

/** A missing or unreadable image is left out: the document shows its alternative text. */
async function writePictures(
  files: Dependencies['files'],
  keys: readonly string[],
  folder: string,
  signal: AbortSignal,
): Promise<(readonly [string, string])[]> {
  const laid: (readonly [string, string])[] = []
  let bytes = 0
  for (const [index, key] of keys.entries()) {
    signal.throwIfAborted()
    if (bytes > maxPictureBytes) break
    const name = `picture-${index}`
    const size = await writePicture(files, key, path.join(folder, name), signal).catch(() => null)
    if (size === null) continue
    bytes += size
    laid.push([key, name])
  }
  return laid
}

async function writePicture(
  files: Dependencies['files'],
  key: string,
  file: string,
  signal: AbortSignal,
): Promise<number | null> {
  const content = await files.read(key)
  if (content === null) return null
  await pipeline(content, createWriteStream(file, { flags: 'wx', mode: 0o600 }), { signal })
  return (await stat(file)).size
}
