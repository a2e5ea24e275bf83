import { readLimits, type TextPage } from '../attachment-text.ts'

/** Collects the text of pages until the limit is reached. */
export class PageCollector {
  readonly pages: TextPage[] = []
  #characters = 0

  get isFull(): boolean {
    return this.#characters >= readLimits.characters || this.pages.length >= readLimits.pages
  }

  add(page: number | null, text: string): void {
    if (this.isFull) return
    const kept = tidy(text).slice(0, readLimits.characters - this.#characters)
    this.#characters += kept.length
    if (kept !== '') this.pages.push({ page, text: kept })
  }
}

/** Without control characters, repeated spaces and empty lines; a word divided at the end of a line is joined. */
const tidy = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/\r\n?|[\u000b\u000c\u0085\u2028\u2029]/g, '\n')
    .replaceAll(/[^\P{Cc}\n\t]|\u00ad/gu, '')
    .replaceAll(/(\p{Ll})-\n(?=\p{Ll})/gu, '$1')
    .replaceAll(/[^\S\n]+/g, ' ')
    .replaceAll(/ ?\n[\s]*/g, '\n')
    .trim()
