import type { Generated } from 'kysely'

export type ArticleSharesTable = {
  id: string
  article_id: string
  user_id: string | null
  group_id: string | null
  email: string | null
  may_comment: Generated<boolean>
  created_by: string | null
  created_at: Generated<Date>
}

export type ArticleLinksTable = {
  article_id: string
  kind: 'public' | 'private'
  token: string
  created_by: string | null
  created_at: Generated<Date>
  expires_at: Date | null
  password_hash: string | null
  password_changed_at: Date | null
  is_with_sub_articles: Generated<boolean>
  last_used_at: Date | null
  uses: Generated<number>
}

declare module '../platform/database/db.ts' {
  interface Tables {
    article_shares: ArticleSharesTable
    article_links: ArticleLinksTable
  }
}
