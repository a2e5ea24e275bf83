export const articleLimits = {
  titleLength: 300,
  tagLength: 50,
  tagsPerArticle: 20,
  textTabs: 3,
  /** HTML of one tab as a client may send it, in characters. */
  textBytes: 1_000_000,
} as const

/** What stands where a tab's title was emptied. */
export const fallbackTabTitle = 'Note'

export const draftsPerPage = 20
export const articlesPerPage = 50
