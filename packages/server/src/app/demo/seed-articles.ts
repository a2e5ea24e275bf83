/** Writes the articles, previous versions and drafts of the demo company into existing workspaces. */
import { tabSlugs } from '@knowreel/shared/article/text-tab.rules.ts'
import { centrePosition } from '@knowreel/shared/article/cover.rules.ts'
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
export type SeededArticle = BuiltArticle & { tabs: readonly Tab[]; pinnedTabId: string | null; source: DemoArticle }

export type SeedContext = {
  readonly trx: Trx
  readonly now: Date
  readonly library: DemoLibrary
  readonly company: BuiltCompany
  readonly people: Readonly<Record<PersonKey, BuiltUser>>
  readonly workspaces: Readonly<Record<WorkspaceKey, { id: string; shortId: string }>>
  /** By the keys of the library. */
  readonly shortIds: ReadonlyMap<string, string>
  readonly addresses: ReadonlyMap<string, string>
  readonly published: Map<string, SeededArticle>
}

export async function seedArticles(seeding: SeedContext): Promise<void> {
  for (const [key, articles] of seeding.library.byWorkspace) {
    await seedLevel(seeding, seeding.workspaces[key], articles, null)
  }
  await seedPersonal(seeding)
  for (const version of seeding.library.versions) await seedVersion(seeding, version)
  for (const draft of seeding.library.drafts) await seedDraft(seeding, draft)
}

/** Last article of a level first: each is placed above the existing ones. */
async function seedLevel(
  seeding: SeedContext,
  workspace: { id: string },
  articles: readonly DemoArticle[],
  parent: SeededArticle | null,
): Promise<void> {
  const level = articles.filter(({ parentKey }) => parentKey === (parent?.source.key ?? null))
  for (const article of level.toReversed()) {
    const made = await seedArticle(seeding, workspace, article, parent)
    if (article.key !== null) await seedLevel(seeding, workspace, articles, made)
  }
}

async function seedArticle(
  seeding: SeedContext,
  workspace: { id: string },
  source: DemoArticle,
  parent: { id: string } | null,
): Promise<SeededArticle> {
  const { trx, now, people } = seeding
  const [created = 0, published = created, updated = published] = source.days
  const content = await buildContent(seeding, source)
  const made = await buildArticle(trx, {
    ...content,
    workspace,
    parent,
    author: people[source.author],
    updatedBy: people[source.republishedBy ?? source.author],
    isArchived: source.isArchived,
    createdAt: demoDate(now, created, 'created', source.title),
    publishedAt: demoDate(now, published, 'published', source.title),
    updatedAt: demoDate(now, updated, updated === published ? 'published' : 'updated', source.title),
  })
  const article = { ...made, tabs: content.textTabs, pinnedTabId: content.pinnedTabId, source }
  if (source.key !== null) seeding.published.set(source.key, article)
  return article
}

async function seedPersonal(seeding: SeedContext): Promise<void> {
  const { trx, company, people, library } = seeding
  for (const article of library.personal.toReversed()) {
    const id = await createPersonalWorkspace(trx, { companyId: company.id, userId: people[article.author].id })
    await seedArticle(seeding, { id }, article, null)
  }
}

async function seedVersion(seeding: SeedContext, source: DemoArticle): Promise<void> {
  const article = findSeededArticle(seeding, source.versionOf)
  const content = await buildContent(seeding, source, article)
  await buildVersion(seeding.trx, {
    ...content,
    article,
    author: seeding.people[source.author],
    createdAt: demoDate(seeding.now, source.days[0] ?? 0, 'published', source.title),
  })
}

async function seedDraft(seeding: SeedContext, source: DemoArticle): Promise<void> {
  const { trx, now, company, people, workspaces } = seeding
  const original = source.draftOf === null ? null : findSeededArticle(seeding, source.draftOf)
  const content = await buildContent(seeding, source, original)
  const changed = new Map(content.textTabs.map((tab) => [tab.id, tab]))
  await buildDraft(trx, {
    ...content,
    ...(original && {
      original,
      tags: [...original.source.tags],
      ...lookOf(original.source),
      pinnedTabId: original.pinnedTabId,
      textTabs: original.tabs.map((tab) => changed.get(tab.id) ?? tab),
    }),
    workspace: original ? { id: original.workspaceId } : source.targetWorkspace && workspaces[source.targetWorkspace],
    parent: source.parentKey === null ? null : findSeededArticle(seeding, source.parentKey),
    company,
    author: people[source.author],
    updatedBy: people[source.republishedBy ?? source.author],
    updatedAt: demoDate(now, source.days[0] ?? 0, 'updated', source.title),
  })
}

export function findSeededArticle({ published }: SeedContext, key: string | null): SeededArticle {
  const found = key === null ? undefined : published.get(key)
  if (found === undefined) throw new Error(`There is no article ${key}`)
  return found
}

const lookOf = ({ icon, cover }: DemoArticle) => ({
  icon,
  cover: cover === null ? null : { source: cover, position: centrePosition },
})

/** A tab with the same title as one of `former` is the same tab. */
async function buildContent(seeding: SeedContext, source: DemoArticle, former: SeededArticle | null = null) {
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
    ...lookOf(source),
    tags: [...source.tags],
    textTabs,
    pinnedTabId: textTabs[pinned]?.id ?? null,
    ...(source.key !== null && { shortId: seeding.shortIds.get(source.key) }),
  }
}

const noteOf = ({ addresses }: SeedContext, { markup }: DemoTab) =>
  htmlToNoteJson(
    markupToHtml(markup, (address) => {
      const [, key] = /^article:(.+)$/.exec(address) ?? []
      if (key === undefined) return address
      const found = addresses.get(key)
      if (found === undefined) throw new Error(`A link to ${key}, which there is not`)
      return found
    }),
  )
