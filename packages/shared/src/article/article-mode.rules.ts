/** Which side of an article is shown: its notes or its video. */
export const articleModes = ['notes', 'video'] as const
export type ArticleMode = (typeof articleModes)[number]

export type ArticleSides = {
  readonly pinnedNote: string | null
  /** Milliseconds; above 0 means a video article. */
  readonly duration: number
  readonly isHasText: boolean
  readonly textTabs: readonly { readonly id: string }[]
}

export type ShownSide = {
  readonly mode: ArticleMode
  readonly activeTabId: string | null
}

const isVideoArticle = (article: Pick<ArticleSides, 'duration'>): boolean => article.duration > 0

/** The side to open an article on; `asked` is the mode in the address, `askedTabId` the tab in it. */
export function openingSide(article: ArticleSides, asked?: ArticleMode | null, askedTabId?: string | null): ShownSide {
  const tab = article.textTabs.find(({ id }) => id === askedTabId)
  if (tab) return { mode: 'notes', activeTabId: tab.id }
  const preferred = article.pinnedNote !== null || !isVideoArticle(article) ? 'notes' : 'video'
  return selectMode(article, asked ?? preferred)
}

/** Video clears the active tab. Notes of a video article without any text are not worth showing: the video is. */
export function selectMode(article: ArticleSides, mode: ArticleMode): ShownSide {
  const hasNothingToRead = isVideoArticle(article) && !article.isHasText && article.pinnedNote === null
  if (mode === 'video' || hasNothingToRead) return { mode: 'video', activeTabId: null }
  return { mode: 'notes', activeTabId: firstTab(article) }
}

/** Whether notes or video, a tab that is chosen shows the notes; also an empty one that was just made. */
export const selectTab = (tabId: string): ShownSide => ({ mode: 'notes', activeTabId: tabId })

/** `article` is as it is after the deletion. */
export function sideAfterTabDeleted(article: ArticleSides, shown: ShownSide, deletedTabId: string): ShownSide {
  if (article.textTabs.length === 0) return { mode: 'video', activeTabId: null }
  return shown.activeTabId === deletedTabId ? { ...shown, activeTabId: firstTab(article) } : shown
}

/** `article` is as it is after the deletion. */
export function sideAfterRecordingDeleted(article: ArticleSides, shown: ShownSide): ShownSide {
  return article.textTabs.length > 0 ? { mode: 'notes', activeTabId: shown.activeTabId ?? firstTab(article) } : shown
}

const firstTab = ({ pinnedNote, textTabs }: ArticleSides): string | null =>
  (textTabs.find(({ id }) => id === pinnedNote) ?? textTabs[0])?.id ?? null
