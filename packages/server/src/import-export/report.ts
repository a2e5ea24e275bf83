/**
 * The report of an import or export, growing while it runs; its size is limited, because a large job may add a note for
 * each of its files.
 */
import type { ImportExportNote, ImportExportReport } from '@knowreel/shared/import-export/import-export.wire.ts'
import type { ImportExportNoteKind } from '@knowreel/shared/import-export/import-export-notes.ts'
import { toStorableText } from '../platform/database/storable-text.ts'

const maxNotes = 300
const maxListed = 500
const maxPathLength = 300

export type AddNote = (kind: ImportExportNoteKind, location: string, name?: string) => void

export class Report {
  source: string | null = null
  articles = 0
  files = 0
  #listed: ImportExportReport['listed'] = []
  #notes = new Map<string, ImportExportNote>()
  #isTruncated = false

  /** Continues the report of an earlier run. */
  static from(earlier: ImportExportReport | null): Report {
    const report = new Report()
    if (earlier === null) return report
    report.source = earlier.source
    report.articles = earlier.articles
    report.files = earlier.files
    report.#listed = [...earlier.listed]
    report.#notes = new Map(earlier.notes.map((note) => [keyOf(note), note]))
    report.#isTruncated = earlier.isTruncated
    return report
  }

  readonly add: AddNote = (kind, location, name = '') => {
    const note = { kind, location: truncate(withoutIds(location)), name: truncate(withoutIds(name)), count: 1 }
    const known = this.#notes.get(keyOf(note))
    if (known !== undefined) this.#notes.set(keyOf(note), { ...known, count: known.count + 1 })
    else if (this.#notes.size < maxNotes) this.#notes.set(keyOf(note), note)
    else this.#isTruncated = true
  }

  list(article: ImportExportReport['listed'][number]): void {
    this.articles++
    if (this.#listed.length < maxListed) this.#listed.push({ ...article, title: truncate(article.title) })
    else this.#isTruncated = true
  }

  toWire(): ImportExportReport {
    return {
      source: this.source,
      articles: this.articles,
      files: this.files,
      listed: [...this.#listed],
      notes: [...this.#notes.values()],
      isTruncated: this.#isTruncated,
    }
  }
}

const keyOf = ({ kind, location, name }: Pick<ImportExportNote, 'kind' | 'location' | 'name'>): string =>
  `${kind}\n${location}\n${name}`

/** Notion adds an id to every name, which people do not recognize. */
const withoutIds = (path: string): string => path.replaceAll(/[ _-][0-9a-f]{32}(?=[./]|_all\.|$)/gi, '')

const truncate = (text: string): string => toStorableText(text.slice(0, maxPathLength))
