import type { ArticleTreeEntry } from '@knowreel/shared/article/article.wire.ts'
import type { WorkspaceTree } from '../workspace-tree.ts'

export type MovedArticle = { article: Pick<ArticleTreeEntry, 'id' | 'title'>; browsed: WorkspaceTree }
