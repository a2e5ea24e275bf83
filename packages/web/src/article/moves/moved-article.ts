import type { ArticleTreeEntry } from '@knowreel/shared/article/article.wire.ts'
import type { Browsed } from '../browsed.ts'

export type MovedArticle = { article: Pick<ArticleTreeEntry, 'id' | 'title'>; browsed: Browsed }
