import type { FollowState } from '@knowreel/shared/notification/notification.calls.ts'
import { sql } from 'kysely'
import type { Db, Trx } from '../../platform/database/db.ts'

type ArticleFollowKey = { readonly userId: string; readonly articleId: string }
type WorkspaceFollowKey = { readonly userId: string; readonly workspaceId: string }

export async function findArticleFollow(db: Db, { userId, articleId }: ArticleFollowKey): Promise<FollowState> {
  const row = await db
    .selectFrom('article_follows')
    .where('user_id', '=', userId)
    .where('article_id', '=', articleId)
    .select('state')
    .executeTakeFirst()
  return row?.state ?? null
}

/** Choosing to follow turns emails on again. */
export async function saveArticleFollow(
  trx: Trx,
  { userId, articleId }: ArticleFollowKey,
  state: FollowState,
): Promise<void> {
  await sql`
    insert into article_follows (user_id, article_id, state) values (${userId}, ${articleId}, ${state})
    on conflict (user_id, article_id) do update
    set state = excluded.state, is_mail_off = article_follows.is_mail_off and excluded.state is distinct from 'followed'
  `.execute(trx)
}

/** Taking part means following, unless the person chose otherwise. For a draft, its article is followed. */
export async function followImplicitly(trx: Trx, { userId, articleId }: ArticleFollowKey): Promise<void> {
  await sql`
    insert into article_follows (user_id, article_id, state)
    select ${userId}, coalesce(original_id, id), 'followed' from articles where id = ${articleId}
    on conflict (user_id, article_id) do update set state = 'followed' where article_follows.state is null
  `.execute(trx)
}

export async function turnOffArticleMails(trx: Trx, { userId, articleId }: ArticleFollowKey): Promise<void> {
  await sql`
    insert into article_follows (user_id, article_id, is_mail_off)
    select u.id, coalesce(a.original_id, a.id), true from articles a, users u where a.id = ${articleId} and u.id = ${userId}
    on conflict (user_id, article_id) do update set is_mail_off = true
  `.execute(trx)
}

export async function findWorkspaceFollow(db: Db, { userId, workspaceId }: WorkspaceFollowKey): Promise<FollowState> {
  const row = await db
    .selectFrom('workspace_follows')
    .where('user_id', '=', userId)
    .where('workspace_id', '=', workspaceId)
    .select('state')
    .executeTakeFirst()
  return row?.state ?? null
}

export async function saveWorkspaceFollow(
  trx: Trx,
  { userId, workspaceId }: WorkspaceFollowKey,
  state: FollowState,
): Promise<void> {
  if (state === null) {
    await trx
      .deleteFrom('workspace_follows')
      .where('user_id', '=', userId)
      .where('workspace_id', '=', workspaceId)
      .execute()
    return
  }
  await trx
    .insertInto('workspace_follows')
    .values({ user_id: userId, workspace_id: workspaceId, state })
    .onConflict((conflict) => conflict.columns(['user_id', 'workspace_id']).doUpdateSet({ state }))
    .execute()
}

/** An existing choice for the target stays. */
export async function moveFollows(trx: Trx, articleId: string, targetId: string): Promise<void> {
  await sql`
    insert into article_follows (user_id, article_id, state, is_mail_off)
    select user_id, ${targetId}::uuid, state, is_mail_off from article_follows where article_id = ${articleId}
    order by user_id
    on conflict (user_id, article_id) do nothing
  `.execute(trx)
}
