/**
 * The report of an import or export, growing while it runs; its size is limited, because a large job may add a note for
 * each of its files.
 */
import type { TransferNote, TransferReport } from '@knowreel/shared/exchange/exchange.wire.ts'
import type { TransferNoteKind } from '@knowreel/shared/exchange/transfer-notes.ts'

const mostNotes = 300
const mostListed = 500
const longestPlace = 300

export type TellNote = (kind: TransferNoteKind, place: string, name?: string) => void

export class Report {
  source: string | null = null
  articles = 0
  files = 0
  #listed: TransferReport['listed'] = []
  #notes = new Map<string, TransferNote>()
  #isTruncated = false

  /** Continues the report of an earlier run. */
  static from(told: TransferReport | null): Report {
    const report = new Report()
    if (told === null) return report
    report.source = told.source
    report.articles = told.articles
    report.files = told.files
    report.#listed = [...told.listed]
    report.#notes = new Map(told.notes.map((note) => [keyOf(note), note]))
    report.#isTruncated = told.isTruncated
    return report
  }

  readonly tell: TellNote = (kind, place, name = '') => {
    const note = { kind, place: cut(withoutIds(place)), name: cut(withoutIds(name)), count: 1 }
    const known = this.#notes.get(keyOf(note))
    if (known !== undefined) this.#notes.set(keyOf(note), { ...known, count: known.count + 1 })
    else if (this.#notes.size < mostNotes) this.#notes.set(keyOf(note), note)
    else this.#isTruncated = true
  }

  list(article: TransferReport['listed'][number]): void {
    this.articles++
    if (this.#listed.length < mostListed) this.#listed.push({ ...article, title: cut(article.title) })
    else this.#isTruncated = true
  }

  toWire(): TransferReport {
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

const keyOf = ({ kind, place, name }: Pick<TransferNote, 'kind' | 'place' | 'name'>): string =>
  `${kind}\n${place}\n${name}`

/** Notion adds an id to every name, which people do not recognize. */
const withoutIds = (path: string): string => path.replaceAll(/[ _-][0-9a-f]{32}(?=[./]|_all\.|$)/gi, '')

// PostgreSQL cannot store U+0000, nor JSON an unpaired surrogate.
const cut = (text: string): string => text.slice(0, longestPlace).replaceAll('\u0000', '').toWellFormed()
