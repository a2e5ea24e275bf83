/**
 * Fills an empty installation with the demo company. The photos are stored first; everything else is one transaction, so
 * that a failure leaves nothing but an empty installation.
 */
import { newKey, newShortId } from '@knowreel/shared/identity/ids.ts'
import { tabSlugs } from '@knowreel/shared/article/text-tab.rules.ts'
import type { NoteJson } from '@knowreel/shared/note/note-document.ts'
import { sql } from 'kysely'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { buildArticle, buildDraft, buildVersion, type BuiltArticle } from '../../article/article.builder.ts'
import { buildCompany, buildMember, type BuiltCompany } from '../../company/company.builder.ts'
import { htmlToNoteJson } from '../../note/index.ts'
import type { Db, Trx } from '../../platform/database/db.ts'
import { newFileKey, type FileKey, type FileStorage } from '../../platform/files/index.ts'
import { slugFrom } from '../../platform/slug/slug.ts'
import { hashPassword } from '../../user/password.ts'
import { buildUser, type BuiltUser } from '../../user/user.builder.ts'
import { createPersonalWorkspace, workspaceSlug } from '../../workspace/index.ts'
import { setFavorite } from '../../workspace/set-favorite.ts'
import { buildWorkspace, giveWorkspaceRole } from '../../workspace/workspace.builder.ts'
import * as demo from './demo-company.ts'
import type { PersonKey, WorkspaceKey } from './demo-company.ts'
import { demoDate } from './demo-dates.ts'
import { readLibrary, type DemoArticle, type DemoLibrary, type DemoTab } from './demo-library.ts'
import { markupToHtml } from './demo-markup.ts'

/** Somebody has signed up already: what they have is not touched. */
export class NotEmptyError extends Error {
  override name = 'NotEmptyError'
}

type Tab = { id: string; title: string; slug: string; note: NoteJson }
type Published = BuiltArticle & { tabs: readonly Tab[]; pinnedTabId: string | null; source: DemoArticle }

type Seeding = {
  readonly trx: Trx
  readonly now: Date
  readonly library: DemoLibrary
  readonly company: BuiltCompany
  readonly people: Readonly<Record<PersonKey, BuiltUser>>
  readonly workspaces: Readonly<Record<WorkspaceKey, { id: string; shortId: string }>>
  /** By the keys of the library. */
  readonly shortIds: ReadonlyMap<string, string>
  readonly addresses: ReadonlyMap<string, string>
  readonly published: Map<string, Published>
}

/** Throws a NotEmptyError when there is anybody or any company. */
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
      // As a sign-up does, so that the two wait for one another.
      await sql`select pg_advisory_xact_lock(hashtext('first user'))`.execute(trx)
      await requireEmpty(trx)
      const seeding = await seedCompany(trx, { library, now, photos, passwordHash })
      for (const key of keysOf(demo.workspaces)) {
        await seedLevel(seeding, seeding.workspaces[key], library.byWorkspace.get(key) ?? [], null)
      }
      await seedPersonal(seeding)
      for (const version of library.versions) await seedVersion(seeding, version)
      for (const draft of library.drafts) await seedDraft(seeding, draft)
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

type Start = {
  library: DemoLibrary
  now: Date
  photos: Record<PersonKey, FileKey>
  passwordHash: string
}

/** People, company and workspaces, without articles. */
async function seedCompany(trx: Trx, { library, now, photos, passwordHash }: Start): Promise<Seeding> {
  const people = await mapKeys(demo.people, (key, { firstName, lastName, email, jobTitle, role }) =>
    buildUser(trx, {
      firstName,
      lastName,
      email,
      jobTitle,
      profileImage: photos[key],
      passwordHash,
      // Whoever owns the only company looks after the installation, as the first account does.
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
      await giveWorkspaceRole(trx, { workspace, user: people[person as PersonKey], role })
    }
    for (const person of rest.favoriteOf) {
      await setFavorite(trx, { workspaceId: workspace.id, userId: people[person].id }, true)
    }
    return workspace
  })
  return { trx, now, library, company, people, workspaces, ...addressesOf(library, workspaces), published: new Map() }
}

/** Known before anything is written, for articles link to one another in all directions. */
function addressesOf(library: DemoLibrary, workspaces: Seeding['workspaces']) {
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

/** The last of a level first: each article is placed on top of those that are there. */
async function seedLevel(
  seeding: Seeding,
  workspace: { id: string },
  articles: readonly DemoArticle[],
  parent: Published | null,
): Promise<void> {
  const level = articles.filter(({ under }) => under === (parent?.source.key ?? null))
  for (const article of level.toReversed()) {
    const made = await seedArticle(seeding, workspace, article, parent)
    if (article.key !== null) await seedLevel(seeding, workspace, articles, made)
  }
}

async function seedArticle(
  seeding: Seeding,
  workspace: { id: string },
  source: DemoArticle,
  parent: { id: string } | null,
): Promise<Published> {
  const { trx, now, people } = seeding
  const [created = 0, published = created, updated = published] = source.days
  const content = await contentOf(seeding, source)
  const made = await buildArticle(trx, {
    ...content,
    workspace,
    parent,
    author: people[source.by],
    updatedBy: people[source.again ?? source.by],
    isArchived: source.isArchived,
    createdAt: demoDate(now, created, 'created', source.title),
    publishedAt: demoDate(now, published, 'published', source.title),
    updatedAt: demoDate(now, updated, updated === published ? 'published' : 'updated', source.title),
  })
  const article = { ...made, tabs: content.textTabs, pinnedTabId: content.pinnedTabId, source }
  if (source.key !== null) seeding.published.set(source.key, article)
  return article
}

async function seedPersonal(seeding: Seeding): Promise<void> {
  const { trx, company, people, library } = seeding
  for (const article of library.personal.toReversed()) {
    const id = await createPersonalWorkspace(trx, { companyId: company.id, userId: people[article.by].id })
    await seedArticle(seeding, { id }, article, null)
  }
}

async function seedVersion(seeding: Seeding, source: DemoArticle): Promise<void> {
  const article = findPublished(seeding, source.was)
  const content = await contentOf(seeding, source, article)
  await buildVersion(seeding.trx, {
    ...content,
    article,
    author: seeding.people[source.by],
    createdAt: demoDate(seeding.now, source.days[0] ?? 0, 'published', source.title),
  })
}

async function seedDraft(seeding: Seeding, source: DemoArticle): Promise<void> {
  const { trx, now, company, people, workspaces } = seeding
  const original = source.draftOf === null ? null : findPublished(seeding, source.draftOf)
  const content = await contentOf(seeding, source, original)
  const changed = new Map(content.textTabs.map((tab) => [tab.id, tab]))
  await buildDraft(trx, {
    ...content,
    ...(original && {
      original,
      tags: [...original.source.tags],
      pinnedTabId: original.pinnedTabId,
      textTabs: original.tabs.map((tab) => changed.get(tab.id) ?? tab),
    }),
    workspace: original ? { id: original.workspaceId } : source.in && workspaces[source.in],
    parent: source.under === null ? null : findPublished(seeding, source.under),
    company,
    author: people[source.by],
    updatedBy: people[source.again ?? source.by],
    updatedAt: demoDate(now, source.days[0] ?? 0, 'updated', source.title),
  })
}

function findPublished({ published }: Seeding, key: string | null): Published {
  const found = key === null ? undefined : published.get(key)
  if (found === undefined) throw new Error(`There is no article ${key}`)
  return found
}

/** A tab of `former` with the same title is the same tab. */
async function contentOf(seeding: Seeding, source: DemoArticle, former: Published | null = null) {
  const idOf = (title: string) => former?.tabs.find((tab) => tab.title === title)?.id ?? newKey()
  const slugs = tabSlugs(source.tabs, slugFrom)
  const textTabs = await Promise.all(
    source.tabs.map(async (tab, index) => ({
      id: idOf(tab.title),
      title: tab.title,
      slug: slugs[index] ?? '',
      note: await noteOf(seeding, tab),
    })),
  )
  const pinned = source.tabs.findIndex(({ isPinned }) => isPinned)
  return {
    title: source.title,
    tags: [...source.tags],
    textTabs,
    pinnedTabId: textTabs[pinned]?.id ?? null,
    ...(source.key !== null && { shortId: seeding.shortIds.get(source.key) }),
  }
}

const noteOf = ({ addresses }: Seeding, { markup }: DemoTab) =>
  htmlToNoteJson(
    markupToHtml(markup, (address) => {
      const [, key] = /^article:(.+)$/.exec(address) ?? []
      if (key === undefined) return address
      const found = addresses.get(key)
      if (found === undefined) throw new Error(`A link to ${key}, which there is not`)
      return found
    }),
  )

const keysOf = <Key extends string>(record: Record<Key, unknown>): Key[] => Object.keys(record) as Key[]

/** One after the other: a transaction has one connection. */
async function mapKeys<Key extends string, Value, Result>(
  record: Record<Key, Value>,
  change: (key: Key, value: Value) => Promise<Result>,
): Promise<Record<Key, Result>> {
  const results: Partial<Record<Key, Result>> = {}
  for (const key of keysOf(record)) results[key] = await change(key, record[key])
  return results as Record<Key, Result>
}
