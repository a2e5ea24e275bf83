export const cannotSeeTrash = 'Only people who can edit articles see what was deleted here.'
export const deleted = 'Deleted'
export const deletedArticles = 'Deleted articles'
export const deletedBy = 'Deleted by'
export const deletedOn = (date: string) => `Deleted ${date}`
export const kept = (days: number) =>
  `Deleted articles are kept for ${days} days, with their sub-articles, drafts, versions and comments. Then they are removed permanently.`
export const openArticle = 'Open'
export const pagesOfTrash = 'Pages of deleted articles'
export const removedPermanently = 'Removed on'
export const restore = 'Restore'
export const restoreArticle = (title: string) => `Restore “${title}”`
export const theArticleHasBeenRestored = 'The article has been restored'
export const theArticlesHaveBeenRestored = (count: number) => `${count} articles have been restored`
export const theTrashCouldNotBeLoaded = 'The deleted articles could not be loaded.'
export const theTrashIsEmpty = 'No article was deleted in the last 30 days.'
export const trash = 'Trash'
export const trashOf = (workspaceTitle: string) => `Trash of ${workspaceTitle}`
export const unknown = 'Unknown'
export const withSubArticles = (count: number) => `with ${count} ${count === 1 ? 'sub-article' : 'sub-articles'}`
