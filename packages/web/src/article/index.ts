export { draftsCountQuery } from './draft-count.query.ts'
export { openCreateArticle } from './open-create-article.ts'
