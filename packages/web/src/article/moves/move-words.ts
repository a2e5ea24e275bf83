const articles = (count: number): string => (count === 1 ? 'the article' : `the ${count} articles`)

/** What goes with an article that is transferred. */
export const transferWords = (nestedCount: number): string =>
  nestedCount === 0
    ? 'Its drafts and versions go with it.'
    : `With it ${nestedCount === 1 ? 'goes' : 'go'} ${articles(nestedCount)} under it, and all drafts and versions.`

/** What does not go along to another company. */
export const companyWords = (company: string): string =>
  `It leaves this company: links to it and shares end, and only those who see the workspace in ${company} will see it.`

/** What becomes of the left article when it is merged. */
export const mergeWords = (left: string, nestedCount: number): string =>
  nestedCount === 0
    ? `“${left}” goes away, and what the other one was before is kept as a version.`
    : `“${left}” goes away; ${articles(nestedCount)} under it ${nestedCount === 1 ? 'goes' : 'go'} to the other one, and what that was before is kept as a version.`
