export { ArticleItemMenu } from './article-item-menu.tsx'
export { BusyOverlay } from './busy-overlay.tsx'
export { draftsCountQuery } from './draft-count.query.ts'
export { openCreateArticle } from './open-create-article.ts'
