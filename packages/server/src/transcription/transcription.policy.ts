/** Those who may watch may read what is said; those who may edit the article correct it. */
import type { Permission } from '@knowreel/shared/access/permissions.ts'
import { rule, type Rule } from '../access/index.ts'
import type { AnyRule } from '../platform/http/feature.ts'
import type { TranscribedArticle, TranscribedArticles } from './transcribed-articles.ts'

export function transcriptionPolicy(articles: TranscribedArticles) {
  const load: Rule<TranscribedArticle>['load'] = (db, actor, id) => articles.find(db, actor, id)
  return {
    'transcription.view': rule({ load, isForGuests: true, may: () => true }),
    'transcription.edit': rule({ load, may: (_actor, article) => article.isEditor }),
  } as const satisfies Record<Extract<Permission, `transcription.${string}`>, AnyRule>
}
