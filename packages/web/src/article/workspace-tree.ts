import type { ArticleTreeEntry } from '@knowreel/shared/article/article.wire.ts'
import type { Workspace } from '@knowreel/shared/workspace/workspace.calls.ts'

/** A workspace with the articles of its tree. */
export type WorkspaceTree = { workspace: Workspace; articles: readonly ArticleTreeEntry[] }
