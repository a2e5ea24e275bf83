/** Reads the pages of imports outside the main thread; page-reader.ts starts and ends this thread. */
import { serveParser, type Ask } from '../../../platform/threads/serve-parser.ts'
import type { AddNote } from '../../report.ts'
import { decodeText } from '../archive/decode-text.ts'
import { confluenceParents } from '../html/clean-dialects.ts'
import { outlinePages, parseCollection } from '../html/outline-collection.ts'
import type { ImportRequest, ImportResult, LinkQuestion, OutlinePage } from './page-reader.ts'
import { parseDocument, parsePage } from './parse-page.ts'
import type { LinkResolver } from './resolve-links.ts'

const nothing: ImportResult = { page: null, notes: [], parents: [] }

/** Null for an index or a collection that cannot be read. */
async function parse(request: ImportRequest, ask: Ask): Promise<ImportResult | null> {
  if ('page' in request) {
    const notes: Parameters<AddNote>[] = []
    const page = await parsePage(request.page, resolverOf(ask), (...note) => void notes.push(note))
    return { ...nothing, page, notes }
  }
  if ('index' in request) {
    const document = parseDocument(decodeText(Buffer.from(request.index)).text)
    return document && { ...nothing, parents: [...confluenceParents(document, request.folder)] }
  }
  const collection = parseCollection(decodeText(Buffer.from(request.collection)).text)
  if (collection === null) return null
  for (const page of outlinePages(collection, request.folder)) await ask(page satisfies OutlinePage)
  return nothing
}

const resolverOf = (ask: Ask): LinkResolver => {
  const pass = (question: LinkQuestion) => ask(question) as never
  return {
    storePicture: (...parameters) => pass({ name: 'storePicture', parameters }),
    findPicture: (...parameters) => pass({ name: 'findPicture', parameters }),
    findLink: (...parameters) => pass({ name: 'findLink', parameters }),
  }
}

serveParser(parse)
