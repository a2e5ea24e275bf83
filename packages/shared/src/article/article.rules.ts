import { shorten } from '../identity/shorten.ts'

export const articleLimits = {
  titleLength: 300,
  tagLength: 50,
  tagsPerArticle: 20,
  textTabs: 3,
  /** Maximum characters of one tab's HTML in a request. */
  textBytes: 1_000_000,
  /** Saved versions that are counted and listed; an article may have more. */
  countedVersions: 1000,
} as const

/** Replaces an emptied tab title. */
export const fallbackTabTitle = 'Note'

const maxDisplayedLength = { plain: 13, pinned: 10 } as const

/** The displayed title of a tab. */
export const displayedTabTitle = (title: string, isPinned: boolean): string =>
  shorten(title, isPinned ? maxDisplayedLength.pinned : maxDisplayedLength.plain)

export const draftsPerPage = 20
export const articlesPerPage = 50
export const backlinksPerPage = 20
