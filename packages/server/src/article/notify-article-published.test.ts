import { newId } from '@knowreel/shared/identity/ids.ts'
import { sql } from 'kysely'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import PostalMime, { type Email } from 'postal-mime'
import { expect, test } from 'vitest'
import { startTestServer } from '../../test/server.ts'
import { buildCompany, buildMember } from '../company/company.builder.ts'
import { buildUser } from '../user/user.builder.ts'
import { buildWorkspace, giveWorkspaceRole } from '../workspace/workspace.builder.ts'
import { buildArticle, buildDraft } from './article.builder.ts'
import { mailReaders } from './notify-article-published.ts'

const server = await startTestServer({ roles: ['api', 'collab', 'worker'] })
const { db } = server
const company = await buildCompany(db)
const outbox = path.join(server.dataDirectory, 'outbox')

const publish = (id: string, token: string, isNotification: boolean) =>
  server.call('article.save', { params: { id }, body: { isPublish: true, isNotification } }, token)

async function mailsAbout(title: string): Promise<Email[]> {
  const names = existsSync(outbox) ? readdirSync(outbox).filter((name) => !name.startsWith('.')) : []
  const mails = await Promise.all(names.map((name) => PostalMime.parse(readFileSync(path.join(outbox, name)))))
  return mails.filter(({ subject }) => subject?.includes(title))
}

const unfinished = async (): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*) from pgboss.job where state in ('created', 'retry', 'active') and name in ('notify-article-published', 'send-mail')
  `.execute(db)
  return rows[0]?.count ?? 0
}

test('publishing with notification mails everyone who can see the workspace, except the publisher', async () => {
  const publisher = await buildMember(db, company, {
    user: await buildUser(db, { firstName: 'Ines', lastName: 'Okafor' }),
  })
  const [viewer, stranger, former] = [
    await buildMember(db, company),
    await buildMember(db, company),
    await buildMember(db, company, { status: 'deactivated' }),
  ]
  const workspace = await buildWorkspace(db, { company, owner: publisher, visibility: 'private', title: 'Field work' })
  for (const user of [viewer, former]) await giveWorkspaceRole(db, { workspace, user, role: 'viewer' })
  const draft = await buildDraft(db, { workspace, author: publisher, title: 'Climbing a mast' })
  await publish(draft.id, await server.signIn(publisher, company), true)
  await expect.poll(() => mailsAbout('Climbing a mast'), { timeout: 10_000 }).toHaveLength(1)
  const [mail] = await mailsAbout('Climbing a mast')
  expect(mail?.to?.map(({ address }) => address)).toEqual([viewer.email])
  expect(mail?.subject).toBe('Ines Okafor published “Climbing a mast”')
  expect(mail?.text).toContain(`/b/${workspace.shortId}/field-work/${draft.shortId}/climbing-a-mast`)
  expect(mail?.text).not.toContain('Restart the gateway')
  await expect.poll(unfinished).toBe(0)
  expect(JSON.stringify(await mailsAbout('Climbing a mast'))).not.toMatch(
    new RegExp(`${stranger.email}|${former.email}|${publisher.email}`),
  )
})

test('an organization workspace is everyone’s: one mail a person', async () => {
  const small = await buildCompany(db)
  const colleagues = [await buildMember(db, small), await buildMember(db, small, { role: 'admin' })]
  const workspace = await buildWorkspace(db, { company: small, visibility: 'organization' })
  for (const user of colleagues) await giveWorkspaceRole(db, { workspace, user, role: 'editor' })
  const draft = await buildDraft(db, { workspace, author: small.owner, title: 'For all of us' })
  await publish(draft.id, await server.signIn(small.owner, small), true)
  await expect.poll(() => mailsAbout('For all of us'), { timeout: 10_000 }).toHaveLength(2)
  const addresses = (await mailsAbout('For all of us')).map(({ to }) => to?.[0]?.address)
  expect(new Set(addresses)).toEqual(new Set(colleagues.map(({ email }) => email)))
})

test('without notification, in a personal workspace, and when nothing was published, nobody is mailed', async () => {
  const member = await buildMember(db, company)
  const token = await server.signIn(member, company)
  const open = await buildWorkspace(db, { company, owner: member, visibility: 'organization' })
  const personal = await db
    .selectFrom('workspaces')
    .where('owner_id', '=', member.id)
    .where('visibility', '=', 'personal')
    .select('id')
    .executeTakeFirstOrThrow()
  const quiet = await buildDraft(db, { workspace: open, author: member, title: 'Quietly' })
  const mine = await buildDraft(db, { workspace: personal, author: member, title: 'My own' })
  const refused = await buildDraft(db, { workspace: open, author: member, title: '' })
  const same = await buildArticle(db, { workspace: open, author: member, title: 'The same' })
  await publish(quiet.id, token, false)
  await publish(mine.id, token, true)
  expect((await publish(refused.id, token, true)).status).toBe(422)
  await publish(same.id, token, true)
  await expect.poll(unfinished).toBe(0)
  for (const title of ['Quietly', 'My own', 'The same']) expect(await mailsAbout(title)).toEqual([])
  const { rows } = await sql`
    select from pgboss.job where name = 'notify-article-published' and data->>'publisherId' = ${member.id}
  `.execute(db)
  expect(rows).toEqual([])
})

const publicAddress = () => 'https://know.example.org'

test('the job run twice mails nobody twice', async () => {
  const [publisher, reader] = [await buildMember(db, company), await buildMember(db, company)]
  const workspace = await buildWorkspace(db, { company, owner: publisher })
  await giveWorkspaceRole(db, { workspace, user: reader, role: 'viewer' })
  const article = await buildArticle(db, { workspace, author: publisher, title: 'Twice' })
  const publication = { publicationId: newId(), articleId: article.id, publisherId: publisher.id }
  await mailReaders({ db, jobs: server.jobs, publicAddress }, publication)
  await expect.poll(() => mailsAbout('Twice'), { timeout: 10_000 }).toHaveLength(1)
  expect((await mailsAbout('Twice'))[0]?.text).toContain(`https://know.example.org/b/${workspace.shortId}/`)
  await sql`update publish_mails set sent_at = now() - interval '1 day' where article_id = ${article.id}`.execute(db)
  expect(await mailReaders({ db, jobs: server.jobs, publicAddress }, publication)).toBe('Mails for 0 people')
  await expect.poll(unfinished).toBe(0)
  expect(await mailsAbout('Twice')).toHaveLength(1)
})

test('an article that is published several times within ten minutes is one mail a person', async () => {
  const [publisher, reader, newcomer] = [
    await buildMember(db, company),
    await buildMember(db, company),
    await buildMember(db, company),
  ]
  const workspace = await buildWorkspace(db, { company, owner: publisher })
  await giveWorkspaceRole(db, { workspace, user: reader, role: 'viewer' })
  const article = await buildArticle(db, { workspace, author: publisher, title: 'Polished' })
  const tell = () =>
    mailReaders(
      { db, jobs: server.jobs, publicAddress },
      { publicationId: newId(), articleId: article.id, publisherId: publisher.id },
    )
  expect([await tell(), await tell()]).toEqual(['Mails for 1 people', 'Mails for 0 people'])
  await giveWorkspaceRole(db, { workspace, user: newcomer, role: 'viewer' })
  expect(await tell()).toBe('Mails for 1 people')
  const another = await buildArticle(db, { workspace, author: publisher, title: 'Another' })
  const ofAnother = { publicationId: newId(), articleId: another.id, publisherId: publisher.id }
  expect(await mailReaders({ db, jobs: server.jobs, publicAddress }, ofAnother)).toBe('Mails for 2 people')
  await sql`update publish_mails set sent_at = now() - interval '9 minutes'`.execute(db)
  expect(await tell()).toBe('Mails for 0 people')
  await sql`update publish_mails set sent_at = now() - interval '11 minutes'`.execute(db)
  expect(await tell()).toBe('Mails for 2 people')
})

test('an article that is gone by then is skipped', async () => {
  const publication = {
    publicationId: crypto.randomUUID(),
    articleId: crypto.randomUUID(),
    publisherId: crypto.randomUUID(),
  }
  const told = await mailReaders({ db, jobs: server.jobs, publicAddress }, publication)
  expect(told).toBe('The article is gone or in a personal workspace')
})
