/**
 * Reads the pages of imports in a separate thread, one after the other. The bytes of a request move into the thread, and
 * are empty afterwards.
 */
import { ParserThread } from '../../../platform/threads/parser-thread.ts'
import type { AddNote } from '../../report.ts'
import type { Dialect } from '../archive/detect-dialect.ts'
import { parseLimits } from '../import-limits.ts'
import type { PageKind } from '../plan-import.ts'
import type { LinkResolver } from './resolve-links.ts'

export type PageRequest = {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly kind: PageKind
  readonly dialect: Dialect
  readonly path: string
}

export type ReadPage = {
  readonly title: string | null
  readonly icon: string | null
  readonly tags: readonly string[]
  readonly tabTitle: string | null
  /** HTML for the note schema. */
  readonly pieces: readonly string[]
}

export type OutlinePage = { readonly path: string; readonly bytes: Uint8Array }

export type ImportRequest =
  | { readonly page: PageRequest }
  /** The index of a Confluence space in this folder. */
  | { readonly index: Uint8Array<ArrayBuffer>; readonly folder: string }
  /** A collection of Outline in this folder. Its returned pages become requests. */
  | { readonly collection: Uint8Array<ArrayBuffer>; readonly folder: string }

export type ImportResult = {
  readonly page: ReadPage | null
  readonly notes: readonly Parameters<AddNote>[]
  readonly parents: readonly (readonly [string, string | null])[]
}

export type LinkQuestion = {
  readonly [Name in keyof LinkResolver]: { readonly name: Name; readonly parameters: Parameters<LinkResolver[Name]> }
}[keyof LinkResolver]

const thread = new ParserThread<ImportRequest, ImportResult>(new URL('./page.thread.ts', import.meta.url))

type PageContext = { readonly resolver: LinkResolver; readonly addNote: AddNote; readonly maxMs?: number }

/** Null if the page is too large or too deeply nested, or takes longer than `maxMs`. */
export async function readPage(
  page: PageRequest,
  { resolver, addNote, maxMs = parseLimits.pageMs }: PageContext,
): Promise<ReadPage | null> {
  const answer = ({ name, parameters }: LinkQuestion): Promise<unknown> =>
    (resolver[name] as (...given: readonly unknown[]) => Promise<unknown>)(...parameters)
  const result = await thread.parse({ page }, { maxMs, answer, transfer: [page.bytes.buffer] })
  for (const note of result?.notes ?? []) addNote(...note)
  return result?.page ?? null
}

/** The path of each page with that of its parent; null if the index cannot be read. */
export async function readConfluenceIndex(
  index: Uint8Array<ArrayBuffer>,
  folder: string,
): Promise<Map<string, string | null> | null> {
  const result = await thread.parse({ index, folder }, { maxMs: parseLimits.pageMs, transfer: [index.buffer] })
  return result && new Map(result.parents)
}

/** False if the collection cannot be read. */
export async function readOutlineCollection(
  collection: Uint8Array<ArrayBuffer>,
  folder: string,
  onPage: (page: OutlinePage) => void,
): Promise<boolean> {
  const answer = async (page: OutlinePage) => onPage(page)
  const options = { maxMs: parseLimits.pageMs, answer, transfer: [collection.buffer] }
  return (await thread.parse({ collection, folder }, options)) !== null
}
