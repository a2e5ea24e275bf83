/**
 * Who takes part in the conversation about an article: its company's people who see it in its workspace, and those it is
 * shared with by name. Readers of a public workspace who are not of the company see its reactions and no comment.
 */
import type { Permission } from '@knowreel/shared/access/permissions.ts'
import { rule, type Rule } from '../access/index.ts'
import type { AnyRule } from '../platform/http/feature.ts'
import { isColleague } from './comment.mapping.ts'
import type { Conversation, ConversationArticles } from './conversation-articles.ts'

export function conversationPolicy(articles: ConversationArticles) {
  const load: Rule<Conversation>['load'] = (db, actor, id) => articles.find(db, actor, id)
  return {
    'comment.list': rule({ load, may: isColleague }),
    'comment.write': rule({
      load,
      may: (actor, conversation) => isColleague(actor, conversation) && conversation.isOpen,
    }),
    'reaction.view': rule({ load, isForGuests: true, may: () => true }),
  } as const satisfies Record<Extract<Permission, `comment.${string}` | `reaction.${string}`>, AnyRule>
}
