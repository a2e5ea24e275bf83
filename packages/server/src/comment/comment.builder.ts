/** Comments and reactions for tests, benchmarks and the demo company; missing parents are created. */
import type { CommentQuote, ReactionEmoji } from '@knowreel/shared/comment/comment.wire.ts'
import { newId, newKey } from '@knowreel/shared/identity/ids.ts'
import { noteJsonToHtml } from '@knowreel/shared/note/note-html.ts'
import type { Anchor } from '@knowreel/shared/video/paragraph/paragraph-tree.ts'
import { buildArticle, buildNote } from '../article/article.builder.ts'
import type { Db } from '../platform/database/db.ts'
import { anchorColumns, noAnchor } from './comment-anchor.ts'

type CommentOverrides = {
  /** Default: a new article; may be a draft. */
  article?: { id: string }
  /** Default: the author of the article. */
  author?: { id: string }
  /** One paragraph per line. */
  text?: string
  /** HTML as stored, instead of text. */
  content?: string
  parent?: { id: string } | null
  quote?: CommentQuote | null
  anchor?: Anchor | null
  createdAt?: Date
  resolvedBy?: { id: string } | null
  /** The people who added each emoji. */
  emojis?: readonly { content: ReactionEmoji; by: { id: string } }[]
}

export type BuiltComment = { id: string; articleId: string; createdAt: Date }

export async function buildComment(db: Db, overrides: CommentOverrides = {}): Promise<BuiltComment> {
  const article = overrides.article ?? (await buildArticle(db))
  const text = overrides.text ?? 'Does this hold for the new gateways too?'
  const createdAt = overrides.createdAt ?? new Date()
  const comment = { id: newId(), articleId: article.id, createdAt }
  await db
    .insertInto('comments')
    .values({
      id: comment.id,
      article_id: article.id,
      parent_id: overrides.parent?.id ?? null,
      author_id: overrides.author?.id ?? (await authorOf(db, article)),
      content: overrides.content ?? htmlOf(text),
      plain_text: text,
      quote: overrides.quote ? JSON.stringify(overrides.quote) : null,
      ...(overrides.anchor ? anchorColumns(overrides.anchor) : noAnchor),
      created_at: createdAt,
      resolved_at: overrides.resolvedBy ? createdAt : null,
      resolved_by_id: overrides.resolvedBy?.id ?? null,
    })
    .execute()
  for (const { content, by } of overrides.emojis ?? []) {
    await db.insertInto('comment_reactions').values({ comment_id: comment.id, content, user_id: by.id }).execute()
  }
  return comment
}

/** Without block keys, which comments do not have. */
const htmlOf = (text: string): string => {
  const { content = [], ...note } = buildNote(text)
  return noteJsonToHtml({ ...note, content: content.map((block) => ({ ...block, attrs: {} })) })
}

type ReactionOverrides = {
  article?: { id: string }
  author?: { id: string }
  comment?: { id: string } | null
  icon?: ReactionEmoji
  /** Default: a moment of a recording that is not played. */
  anchor?: Anchor
  createdAt?: Date
}

export async function buildArticleReaction(db: Db, overrides: ReactionOverrides = {}): Promise<{ id: string }> {
  const article = overrides.article ?? (await buildArticle(db))
  const reaction = { id: newId() }
  await db
    .insertInto('article_reactions')
    .values({
      id: reaction.id,
      article_id: article.id,
      comment_id: overrides.comment?.id ?? null,
      author_id: overrides.author?.id ?? (await authorOf(db, article)),
      icon: overrides.icon ?? '👍',
      ...anchorColumns(overrides.anchor ?? { paragraphId: newKey(), videoId: newId(), videoTime: 0, time: 0 }),
      created_at: overrides.createdAt ?? new Date(),
    })
    .execute()
  return reaction
}

async function authorOf(db: Db, { id }: { id: string }): Promise<string | null> {
  const row = await db.selectFrom('articles').where('id', '=', id).select('author_id').executeTakeFirstOrThrow()
  return row.author_id
}
