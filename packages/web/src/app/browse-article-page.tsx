import { BrowsePage } from '../article/read/browse-page.tsx'
import { openSearch } from '../search/index.ts'

/** The page of an article with the search, which is a feature above articles. */
export const BrowseArticlePage = () => <BrowsePage onSearch={openSearch} />
