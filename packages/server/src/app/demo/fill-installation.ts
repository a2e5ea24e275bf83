/**
 * Fills an empty installation with the demo company. The photos are stored first; everything else is one transaction,
 * so that a failure leaves the installation empty.
 */
import { newShortId, newId } from '@knowreel/shared/identity/ids.ts'
import { sql } from 'kysely'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { buildCompany, buildMember } from '../../company/company.builder.ts'
import type { Db, Trx } from '../../platform/database/db.ts'
import { newFileKey, type FileKey, type FileStorage } from '../../platform/files/index.ts'
import { slugFrom } from '../../platform/slug/slug.ts'
import { hashPassword } from '../../user/sign-in/password.ts'
import { buildUser } from '../../user/user.builder.ts'
import { workspaceSlug } from '../../workspace/index.ts'
import { setFavorite } from '../../workspace/set-favorite.ts'
import { buildWorkspace, grantWorkspaceRole } from '../../workspace/workspace.builder.ts'
import * as demo from './demo-company.ts'
import type { PersonKey } from './demo-company.ts'
import { demoDate } from './demo-dates.ts'
import { readLibrary, type DemoLibrary } from './demo-library.ts'
import { seedArticles, type SeedContext } from './seed-articles.ts'
import { seedComments } from './seed-comments.ts'
import { seedGroups } from './seed-groups.ts'
import { seedMeetings } from './seed-meetings.ts'
import { seedSharing } from './seed-sharing.ts'
import { notifyPeople } from '../../notification/notify/notify-people.ts'
import { peopleMentioned, peopleOfPublish } from '../../notification/notify/notify.queries.ts'

/** The installation is in use; its data is not touched. */
export class NotEmptyError extends Error {
  override name = 'NotEmptyError'
}

/** Throws a NotEmptyError if any person or company exists. */
export async function fillInstallation(
  { db, files }: { db: Db; files: Pick<FileStorage, 'put' | 'remove'> },
  now = new Date(),
): Promise<void> {
  await requireEmpty(db)
  const library = readLibrary()
  const passwordHash = await hashPassword(demo.demoPassword)
  const photos = await storePhotos(files)
  try {
    await db.transaction().execute(async (trx) => {
      // The same lock as a sign-up, so that the two are serialised.
      await sql`select pg_advisory_xact_lock(hashtext('first user'))`.execute(trx)
      await requireEmpty(trx)
      const seeding = await seedCompany(trx, { library, now, photos, passwordHash })
      await seedGroups(seeding)
      await seedArticles(seeding)
      await seedSharing(seeding)
      await seedNotifications(seeding)
      await seedComments(seeding)
      await seedMeetings(seeding)
    })
  } catch (error) {
    await Promise.all(Object.values(photos).map((photo) => files.remove(photo)))
    throw error
  }
}

async function requireEmpty(db: Db): Promise<void> {
  const { isUsed } = await db
    .selectNoFrom(sql<boolean>`exists (select from users) or exists (select from companies)`.as('isUsed'))
    .executeTakeFirstOrThrow()
  if (isUsed) throw new NotEmptyError('This installation is not empty')
}

async function storePhotos(files: Pick<FileStorage, 'put'>): Promise<Record<PersonKey, FileKey>> {
  const photos = keysOf(demo.people).map(async (person) => {
    const key = newFileKey('profile', 'image/jpeg')
    await files.put(key, await readFile(path.join(import.meta.dirname, 'photos', demo.people[person].photo)))
    return [person, key] as const
  })
  return Object.fromEntries(await Promise.all(photos)) as Record<PersonKey, FileKey>
}

type SeedInput = {
  library: DemoLibrary
  now: Date
  photos: Record<PersonKey, FileKey>
  passwordHash: string
}

/** People, company and workspaces, without articles. */
async function seedCompany(trx: Trx, { library, now, photos, passwordHash }: SeedInput): Promise<SeedContext> {
  const people = await mapKeys(demo.people, (key, { firstName, lastName, email, jobTitle, role }) =>
    buildUser(trx, {
      firstName,
      lastName,
      email,
      jobTitle,
      profileImage: photos[key],
      passwordHash,
      // The owner of the only company is super admin, like the first account.
      isSuperAdmin: role === 'owner',
    }),
  )
  const company = await buildCompany(trx, {
    title: demo.companyTitle,
    slug: demo.companySlug,
    owner: people.ines,
  })
  for (const key of keysOf(demo.people)) {
    const { role } = demo.people[key]
    if (role !== 'owner') await buildMember(trx, company, { user: people[key], role })
  }
  const workspaces = await mapKeys(demo.workspaces, async (key, { title, description, visibility, owner, ...rest }) => {
    const articles = library.byWorkspace.get(key) ?? []
    const workspace = await buildWorkspace(trx, {
      company,
      owner: people[owner],
      title,
      description,
      visibility,
      isArchived: 'isArchived' in rest,
      createdAt: demoDate(now, rest.age, 'created', title),
      lastActivityAt: demoDate(now, Math.min(...articles.flatMap(({ days }) => days)), 'updated', title),
    })
    for (const [person, role] of Object.entries(rest.roles)) {
      await grantWorkspaceRole(trx, { workspace, user: people[person as PersonKey], role })
    }
    for (const person of rest.favoriteOf) {
      await setFavorite(trx, { workspaceId: workspace.id, userId: people[person].id }, true)
    }
    return workspace
  })
  return {
    trx,
    now,
    library,
    company,
    people,
    workspaces,
    ...planArticleUrls(library, workspaces),
    published: new Map(),
  }
}

/** Computed before anything is written, because articles link to each other in all directions. */
function planArticleUrls(library: DemoLibrary, workspaces: SeedContext['workspaces']) {
  const shortIds = new Map<string, string>()
  const addresses = new Map<string, string>()
  for (const [workspaceKey, articles] of library.byWorkspace) {
    const { shortId } = workspaces[workspaceKey]
    const workspace = `/b/${shortId}/${workspaceSlug(demo.workspaces[workspaceKey])}`
    for (const { key, title } of articles) {
      if (key === null) continue
      if (shortIds.has(key)) throw new Error(`Two articles have the key ${key}`)
      shortIds.set(key, newShortId())
      addresses.set(key, `${workspace}/${shortIds.get(key)}/${slugFrom(title)}`)
    }
  }
  return { shortIds, addresses }
}

const keysOf = <Key extends string>(record: Record<Key, unknown>): Key[] => Object.keys(record) as Key[]

/** Sequential, because a transaction has one connection. */
async function mapKeys<Key extends string, Value, Result>(
  record: Record<Key, Value>,
  change: (key: Key, value: Value) => Promise<Result>,
): Promise<Record<Key, Result>> {
  const results: Partial<Record<Key, Result>> = {}
  for (const key of keysOf(record)) results[key] = await change(key, record[key])
  return results as Record<Key, Result>
}

const notifiedArticleCount = 5

/** Notifications of the most recently published articles; no email is sent for events before the installation. */
async function seedNotifications({ trx, now, published, people }: SeedContext): Promise<void> {
  const last = [...published.values()]
    .filter(({ source }) => !source.isArchived)
    .toSorted((one, other) => dayOf(one.source.days) - dayOf(other.source.days))
    .slice(0, notifiedArticleCount)
  const context = { trx, enqueue: async () => newId() }
  for (const [index, { id, title, source }] of last.toReversed().entries()) {
    const mentioned = index % 2 === 0 ? [people.ines.id] : []
    const event = { articleId: id, eventId: newId(), byId: people[source.republishedBy ?? source.author].id }
    const at = demoDate(now, dayOf(source.days), 'published', title)
    await notifyPeople(context, { ...event, type: 'article_publish', now: at }, peopleOfPublish(id, mentioned))
    await notifyPeople(context, { ...event, type: 'article_mention', now: at }, peopleMentioned(mentioned))
  }
  await trx.updateTable('notification_items').set({ mail: null, mail_due_at: null }).execute()
}

const dayOf = (days: readonly number[]): number => days[1] ?? days[0] ?? 0
