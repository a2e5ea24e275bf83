/**
 * Those who take part in the conversation about an article: people of its company who see it in its workspace, and
 * recipients of its shares. Readers of a public workspace from outside the company see its reactions, but no comments.
 */
import type { Permission } from '@knowreel/shared/access/permissions.ts'
import { isColleague, rule, type Actor, type Rule } from '../access/index.ts'
import type { AnyRule } from '../platform/http/feature.ts'
import type { CommentedArticle, CommentArticles } from './article-sync/comment-articles.ts'

export function commentPolicy(articles: CommentArticles) {
  const load: Rule<CommentedArticle>['load'] = (db, actor, id) => articles.find(db, actor, id)
  return {
    'comment.list': rule({ load, may: isColleague }),
    'comment.write': rule({
      load,
      may: (actor, article) => isColleague(actor, article) && article.isOpen,
    }),
    'reaction.view': rule({ load, isForGuests: true, may: () => true }),
  } as const satisfies Record<Extract<Permission, `comment.${string}` | `reaction.${string}`>, AnyRule>
}

/** A comment or a reaction may be changed and deleted by its author and by those who may edit the article. */
export const mayChangeContribution = (
  actor: Actor | null,
  { isEditor }: Pick<CommentedArticle, 'isEditor'>,
  authorId: string | null,
): boolean => isEditor || (authorId !== null && authorId === actor?.userId)
