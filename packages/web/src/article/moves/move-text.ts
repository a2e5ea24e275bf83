import * as texts from '../texts.ts'
const subArticles = (count: number): string => texts.subArticlesOf(count)

/** The content that is transferred together with an article. */
export const transferText = (nestedCount: number): string =>
  nestedCount === 0 ? texts.itsDraftsAndVersionsMove : texts.itsNestedCountDraftsAndVersions(subArticles(nestedCount))

/** The effects of a transfer to another company. */
export const companyTransferText = (company: string): string => texts.itLeavesThisCompanyIts(company)

export const mergeText = (left: string, nestedCount: number): string =>
  nestedCount === 0
    ? texts.leftIsRemovedAndPrevious(left)
    : texts.leftIsRemovedItsNestedCount(left, subArticles(nestedCount), nestedCount)
