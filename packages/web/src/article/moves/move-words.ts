const subArticles = (count: number): string => (count === 1 ? 'sub-article' : `${count} sub-articles`)

/** What is transferred together with an article. */
export const transferWords = (nestedCount: number): string =>
  nestedCount === 0
    ? 'Its drafts and versions move with it.'
    : `Its ${subArticles(nestedCount)}, drafts and versions move with it.`

/** What a transfer to another company ends. */
export const companyWords = (company: string): string =>
  `It leaves this company: its links and shares stop working, and only people with access to the workspace in ${company} can see it.`

export const mergeWords = (left: string, nestedCount: number): string =>
  nestedCount === 0
    ? `“${left}” is removed, and the previous content of the other article is kept as a version.`
    : `“${left}” is removed, its ${subArticles(nestedCount)} ${nestedCount === 1 ? 'moves' : 'move'} to the other article, and that article’s previous content is kept as a version.`
