/** The things of one company that calls refer to; a second company with the same kinds provides foreign ids. */
import { newId, newLinkToken, newShortId } from '@knowreel/shared/identity/ids.ts'
import { sql } from 'kysely'
import { createHash, randomBytes } from 'node:crypto'
import { buildSubscription, buildTransaction } from '../../src/billing/billing.builder.ts'
import { buildArticle, buildDraft, buildVersion } from '../../src/article/article.builder.ts'
import { buildArticleReaction, buildComment } from '../../src/comment/comment.builder.ts'
import { buildMember, type BuiltCompany } from '../../src/company/company.builder.ts'
import { buildFile, noteWithFiles } from '../../src/file/file.builder.ts'
import { recordFileUses } from '../../src/file/file.queries.ts'
import { buildTemplate } from '../../src/template/template.builder.ts'
import { buildWebhook } from '../../src/webhook/webhook.builder.ts'
import { buildMeeting } from '../../src/meeting/meeting.builder.ts'
import type { Db } from '../../src/platform/database/db.ts'
import type { BuiltUser } from '../../src/user/user.builder.ts'
import { buildApiKey } from '../../src/user/api-key/api-key.builder.ts'
import { buildWorkspace } from '../../src/workspace/workspace.builder.ts'

type Identified = { readonly id: string; readonly shortId: string }

export type Subjects = {
  readonly company: BuiltCompany
  /** A member without any role in the workspace. */
  readonly colleague: BuiltUser
  /** Private, with one published article and two drafts. */
  readonly workspace: Identified
  readonly article: Identified
  /** In the trash of the workspace. */
  readonly deletedArticle: Identified
  /** Bare paths of the files in the published article. */
  readonly files: { readonly image: string; readonly attachment: string }
  /** On the published article, by the owner of the workspace. */
  readonly comment: { readonly id: string }
  readonly reaction: { readonly id: string }
  /** Draft of the published article. */
  readonly draft: Identified
  /** Never published, created by the owner. */
  readonly ownDraft: Identified
  /** Upcoming, organized by the owner, for the workspace. */
  readonly meeting: { readonly id: string }
  /** A webhook of the company, with one delivery. */
  readonly webhook: { readonly id: string; readonly deliveryId: string }
  /** Of the company, made by the owner of the workspace. */
  readonly template: { readonly id: string }
  /** A second session of the workspace's owner, besides the calling one. */
  readonly session: { readonly id: string }
  /** A key of the workspace's owner. */
  readonly apiKey: { readonly id: string }
  /** Has the role viewer in the workspace. */
  readonly group: Identified & { readonly invitedEmail: string; readonly member: BuiltUser }
  /** The links of the published article, which is shared with the group by name. */
  readonly links: { readonly token: string; readonly privateToken: string }
  /** The subscription of the company. */
  readonly subscription: { readonly id: string }
  readonly transaction: { readonly id: string }
  readonly invitation: { readonly id: string; readonly email: string; readonly token: string }
}

type SubjectsInput = {
  company: BuiltCompany
  owner: BuiltUser
  /** In the group, which gives no more access than this person has. */
  groupMember: BuiltUser
  /** Appears in every text of the workspace. */
  word?: string
}

export async function buildSubjects(
  db: Db,
  { company, owner, groupMember, word = '' }: SubjectsInput,
): Promise<Subjects> {
  const title = (text: string) => (word === '' ? text : `${text} ${word}`)
  const workspace = await buildWorkspace(db, {
    company,
    owner,
    visibility: 'private',
    title: title('Support runbooks'),
  })
  const [image, attachment] = [
    await buildFile(db, { company, owner }),
    await buildFile(db, { company, owner }, { kind: 'attachment', name: title('Plan.pdf') }),
  ]
  const article = await buildArticle(db, {
    workspace,
    author: owner,
    title: title('Published article'),
    textTabs: [{ text: 'Restart the gateway, then wait two minutes.' }, { note: noteWithFiles(image, attachment) }],
  })
  for (const { id } of [image, attachment]) await recordFileUses(db, [id], article.id)
  await buildVersion(db, { article, title: title('Former article') })
  const deletedArticle = await buildArticle(db, {
    workspace,
    author: owner,
    title: title('Deleted article'),
    deletedAt: new Date(),
  })
  const comment = await buildComment(db, { article, author: owner, text: title('Wait three minutes') })
  const reaction = await buildArticleReaction(db, { article, author: owner })
  const draft = await buildDraft(db, { original: article, author: owner, title: title('Changed article') })
  const ownDraft = await buildDraft(db, { workspace, author: owner, title: title('Never published') })
  const meeting = await buildMeeting(db, { company, organizer: owner, workspace, title: title('Support sync') })
  const webhook = await buildWebhook(db, { company })
  // Everyone in the company sees it, so it contains no canary; own ones do.
  const template = await buildTemplate(db, { company, author: owner })
  await buildTemplate(db, { company, author: owner, title: title('Own checklist'), isOwn: true })
  const colleague = await buildMember(db, company)
  const session = await insertSession(db, owner, company)
  const apiKey = await buildApiKey(db, { user: owner, company })
  const group = await insertGroup(db, { company, workspace, member: groupMember, title: 'Field engineers' })
  const invitation = await insertInvitation(db, company, owner)
  const links = await insertSharing(db, article, group)
  const subscription = await buildSubscription(db, { company })
  const transaction = await buildTransaction(db, { company, subscription_id: subscription.id })
  const files = { image: image.path, attachment: attachment.path }
  const made = { company, colleague, workspace, article, deletedArticle, files, comment, reaction }
  const shared = { group, links, invitation, subscription, transaction }
  return { ...made, draft, ownDraft, meeting, webhook, template, session, apiKey, ...shared }
}

async function insertSession(db: Db, user: BuiltUser, company: { id: string }): Promise<{ id: string }> {
  const session = { id: newId() }
  await db
    .insertInto('sessions')
    .values({
      id: session.id,
      token_hash: randomBytes(32),
      user_id: user.id,
      company_id: company.id,
      user_agent: null,
      expires_at: new Date(Date.now() + 86_400_000),
    })
    .execute()
  return session
}

async function insertSharing(db: Db, article: Identified, group: Identified): Promise<Subjects['links']> {
  const links = { token: newLinkToken(), privateToken: newLinkToken() }
  await db
    .insertInto('article_links')
    .values([
      { article_id: article.id, kind: 'public', token: links.token },
      { article_id: article.id, kind: 'private', token: links.privateToken },
    ])
    .execute()
  await db.insertInto('article_shares').values({ id: newId(), article_id: article.id, group_id: group.id }).execute()
  return links
}

type NewGroup = { company: { id: string }; workspace: { id: string }; member: BuiltUser; title: string }

async function insertGroup(db: Db, { company, workspace, member, title }: NewGroup): Promise<Subjects['group']> {
  const group = { id: newId(), shortId: newShortId(), invitedEmail: `in-group-${newId()}@example.com`, member }
  await sql`
    with g as (
      insert into groups (id, short_id, company_id, title)
      values (${group.id}, ${group.shortId}, ${company.id}, ${title}) returning id
    ), m as (insert into group_members (group_id, user_id) select id, ${member.id}::uuid from g),
    e as (insert into group_invited_emails (group_id, email) select id, ${group.invitedEmail} from g)
    insert into workspace_group_roles (workspace_id, group_id, role) select ${workspace.id}::uuid, id, 'viewer' from g
  `.execute(db)
  return group
}

async function insertInvitation(db: Db, company: { id: string }, by: BuiltUser): Promise<Subjects['invitation']> {
  const id = newId()
  const invitation = { id, email: `invited-${id}@example.com`, token: randomBytes(32).toString('base64url') }
  await sql`
    insert into invitations (id, company_id, email, first_name, last_name, role, token_hash, invited_by, expires_at)
    values (${id}, ${company.id}, ${invitation.email}, 'Noor', 'Haddad', 'user',
      ${createHash('sha256').update(invitation.token).digest()}, ${by.id}, now() + interval '14 days')
  `.execute(db)
  return invitation
}

/** Deletes all of it: what is purged later is marked as deleted, everything else is removed. */
export async function deleteSubjects(
  db: Db,
  {
    workspace,
    article,
    comment,
    reaction,
    draft,
    ownDraft,
    meeting,
    webhook,
    template,
    session,
    apiKey,
    group,
    invitation,
    colleague,
    company,
  }: Subjects,
) {
  const deleted = { deleted_at: new Date() }
  await db.updateTable('articles').set(deleted).where('id', 'in', [article.id, draft.id, ownDraft.id]).execute()
  await db.updateTable('workspaces').set(deleted).where('id', '=', workspace.id).execute()
  await db.deleteFrom('comments').where('id', '=', comment.id).execute()
  await db.deleteFrom('article_reactions').where('id', '=', reaction.id).execute()
  await db.deleteFrom('webhooks').where('id', '=', webhook.id).execute()
  await db.deleteFrom('templates').where('id', '=', template.id).execute()
  await db.deleteFrom('meetings').where('id', '=', meeting.id).execute()
  await db.deleteFrom('sessions').where('id', '=', session.id).execute()
  await db.deleteFrom('api_keys').where('id', '=', apiKey.id).execute()
  await db.deleteFrom('groups').where('id', '=', group.id).execute()
  await db.deleteFrom('invitations').where('id', '=', invitation.id).execute()
  await db
    .deleteFrom('company_members')
    .where('user_id', '=', colleague.id)
    .where('company_id', '=', company.id)
    .execute()
}
