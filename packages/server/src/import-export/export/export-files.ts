/** Images and attachments of notes, and pictures of covers, as files of the archive, each stored once however often it is used. */
import { isAttachmentPath, isImagePath } from '@knowreel/shared/file/file.rules.ts'
import type { NoteNode } from '@knowreel/shared/note/note-document.ts'
import { noteAttachment, noteImage } from '@knowreel/shared/note/note-files.ts'
import type { ExportedArticle } from '../../article/index.ts'
import { listFilesOfArticle } from '../../file/index.ts'
import type { JobServices } from '../../platform/jobs/index.ts'
import type { Report } from '../report.ts'
import type { ArchiveWriter } from './archive-writer.ts'
import { createUniqueNames, safeFileName, withExtension } from './file-names.ts'

export type SaveContext = {
  readonly services: Pick<JobServices, 'db' | 'files'>
  readonly archive: ArchiveWriter
  readonly report: Report
  readonly article: ExportedArticle
}

export type FileNames = {
  /** The path of a stored file in the archive, assigned once. */
  assign(folder: 'files' | 'recordings', key: string, name: string): { readonly path: string; readonly isNew: boolean }
  /** For a file as notes name it; null if it was not exported. */
  readonly pathOf: (path: string) => string | null
}

export function createFileNames(rootFolder: string): FileNames {
  const names = { files: createUniqueNames(), recordings: createUniqueNames() }
  const paths = new Map<string, string>()
  return {
    assign(folder, key, name) {
      const known = paths.get(key)
      if (known !== undefined) return { path: known, isNew: false }
      const { stem, ending } = safeFileName(name, 'File')
      const path = `${rootFolder}/${folder}/${names[folder](stem, ending)}`
      paths.set(key, path)
      return { path, isNew: true }
    },
    pathOf: (path) => paths.get(keyOf(path)) ?? null,
  }
}

/** Notes name a file by the path that serves it. */
const keyOf = (path: string): string => path.replace(/^\/files\//, '')

export async function saveNoteFiles(parts: SaveContext, names: FileNames): Promise<void> {
  const { services, archive, report, article } = parts
  const used = new Map<string, string>()
  for (const { note } of article.tabs) collectFiles(note, used)
  const cover = article.cover?.source
  if (isImagePath(cover)) used.set(cover, withExtension('Cover', cover.slice(cover.lastIndexOf('.'))))
  const paths = [...used.keys()].filter((path) => names.pathOf(path) === null)
  if (paths.length === 0) return
  // A note can name any file: the path of another article's file gives no access to it.
  const own = await listFilesOfArticle(services.db, article.id, paths.map(keyOf))
  for (const path of paths) {
    const key = keyOf(path)
    const facts = own.has(key) ? await services.files.find(key) : null
    const content = facts === null ? null : await services.files.read(key)
    const name = used.get(path) ?? 'File'
    if (facts === null || content === null) {
      report.add('file_gone', article.title, name)
      continue
    }
    await archive.addFile(names.assign('files', key, name).path, content, facts.size)
    report.files++
  }
}

function collectFiles(note: NoteNode, used: Map<string, string>): void {
  const open: NoteNode[] = [note]
  for (let node = open.pop(); node; node = open.pop()) {
    if (node.type === 'image') {
      const { src, alt, title } = noteImage(node.attrs)
      if (isImagePath(src)) used.set(src, withExtension(alt || title || 'Picture', src.slice(src.lastIndexOf('.'))))
    }
    if (node.type === 'fileAttachment') {
      const { url, name } = noteAttachment(node.attrs)
      if (isAttachmentPath(url)) used.set(url, name)
    }
    open.push(...(node.content ?? []))
  }
}
