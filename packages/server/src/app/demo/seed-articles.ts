/** Writes the articles, previous versions and drafts of the demo company into existing workspaces. */
import { tabSlugs } from '@knowreel/shared/article/text-tab.rules.ts'
import { newKey } from '@knowreel/shared/identity/ids.ts'
import type { NoteJson } from '@knowreel/shared/note/note-document.ts'
import { buildArticle, buildDraft, buildVersion, type BuiltArticle } from '../../article/article.builder.ts'
import type { BuiltCompany } from '../../company/company.builder.ts'
import { htmlToNoteJson } from '../../note/index.ts'
import type { Trx } from '../../platform/database/db.ts'
import { slugFrom } from '../../platform/slug/slug.ts'
import type { BuiltUser } from '../../user/user.builder.ts'
import { createPersonalWorkspace } from '../../workspace/index.ts'
import type { PersonKey, WorkspaceKey } from './demo-company.ts'
import { demoDate } from './demo-dates.ts'
import type { DemoArticle, DemoLibrary, DemoTab } from './demo-library.ts'
import { markupToHtml } from './demo-markup.ts'

type Tab = { id: string; title: string; slug: string; note: NoteJson }
export type Published = BuiltArticle & { tabs: readonly Tab[]; pinnedTabId: string | null; source: DemoArticle }

export type Seeding = {
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

export async function seedArticles(seeding: Seeding): Promise<void> {
  for (const [key, articles] of seeding.library.byWorkspace) {
    await seedLevel(seeding, seeding.workspaces[key], articles, null)
  }
  await seedPersonal(seeding)
  for (const version of seeding.library.versions) await seedVersion(seeding, version)
  for (const draft of seeding.library.drafts) await seedDraft(seeding, draft)
}

/** Last article of a level first: each is placed above the existing ones. */
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

export function findPublished({ published }: Seeding, key: string | null): Published {
  const found = key === null ? undefined : published.get(key)
  if (found === undefined) throw new Error(`There is no article ${key}`)
  return found
}

/** A tab with the same title as one of `former` is the same tab. */
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
