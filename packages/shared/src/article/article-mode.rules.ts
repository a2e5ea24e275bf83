/** The modes of an article: notes or video. */
export const articleModes = ['notes', 'video'] as const
export type ArticleMode = (typeof articleModes)[number]

export type ArticleContents = {
  readonly pinnedNote: string | null
  /** Milliseconds; above 0 means a video article. */
  readonly duration: number
  /** A recording is being uploaded, so the video mode already has something to show. */
  readonly isNotUploadedVideo?: boolean
  readonly isHasText: boolean
  /** `text` is HTML; without it a tab counts as not empty, because its author will write there. */
  readonly textTabs: readonly { readonly id: string; readonly text?: string }[]
}

export type ArticleView = {
  readonly mode: ArticleMode
  readonly activeTabId: string | null
}

const hasVideo = ({
  duration,
  isNotUploadedVideo,
}: Pick<ArticleContents, 'duration' | 'isNotUploadedVideo'>): boolean => duration > 0 || isNotUploadedVideo === true

/** The mode to open an article in; `asked` is the mode in the URL, `askedTabId` the tab in it. */
export function initialView(
  article: ArticleContents,
  asked?: ArticleMode | null,
  askedTabId?: string | null,
): ArticleView {
  const tab = article.textTabs.find(({ id }) => id === askedTabId)
  if (tab) return { mode: 'notes', activeTabId: tab.id }
  const hasPinnedContent = article.textTabs.some((one) => one.id === article.pinnedNote && hasContent(one))
  const preferred = hasPinnedContent || !hasVideo(article) ? 'notes' : 'video'
  return selectMode(article, asked ?? preferred)
}

/**
 * Choosing video clears the active tab. A video article without any text falls back to video; a text article always
 * shows notes.
 */
export function selectMode(article: ArticleContents, mode: ArticleMode): ArticleView {
  const hasNothingToRead = !article.isHasText && article.pinnedNote === null
  if (hasVideo(article) && (mode === 'video' || hasNothingToRead)) return { mode: 'video', activeTabId: null }
  return { mode: 'notes', activeTabId: firstTab(article) }
}

/** Choosing a tab shows the notes, also an empty tab that was just created. */
export const selectTab = (tabId: string | null): ArticleView => ({ mode: 'notes', activeTabId: tabId })

/** The pinned tab, but not an empty one before others. */
export function firstTab({ pinnedNote, textTabs }: Pick<ArticleContents, 'pinnedNote' | 'textTabs'>): string | null {
  const pinnedFirst = textTabs.toSorted((one, other) => Number(other.id === pinnedNote) - Number(one.id === pinnedNote))
  return (pinnedFirst.find(hasContent) ?? pinnedFirst[0])?.id ?? null
}

/** Text, or an element that shows something without text: of the HTML of a note, what `isEmptyNote` is of the note. */
export const hasContent = ({ text }: ArticleContents['textTabs'][number]): boolean =>
  text === undefined || visibleText.test(text) || visibleElement.test(text)

const visibleText = /(?:^|>)\s*[^<\s]/
const visibleElement = /<(?:hr|img|table)|data-unknown/
