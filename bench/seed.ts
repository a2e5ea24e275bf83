/** An installation with one company, one workspace and 2,000 published articles of 3,000 characters. */
import { newId, newShortId } from '@knowreel/shared/identity/ids.ts'
import type { Db } from '../packages/server/src/platform/database/db.ts'

export const articleCount = 2000
export const articleLength = 3000

export type Seeded = {
  readonly workspace: { id: string; shortId: string; slug: string }
  readonly articles: readonly { id: string; shortId: string; slug: string }[]
}

const words =
  'meter gateway reading serial heartbeat chart site customer ticket modem console restart window night shift antenna carrier wire'.split(
    ' ',
  )

function sentence(seed: number): string {
  const picked = Array.from({ length: 12 }, (_, i) => words[(seed * 7 + i * 5 + (seed % (i + 2))) % words.length])
  return `${picked.join(' ')}.`
}

function paragraphs(seed: number): string[] {
  const all: string[] = []
  for (let length = 0, i = 0; length < articleLength; i++) {
    const text = `${sentence(seed + i)} ${sentence(seed + i + 3)} ${sentence(seed + i + 7)}`
    all.push(text)
    length += text.length
  }
  return all
}

/** A hundred top-level articles contain the others. */
function buildOrder(ids: readonly string[]): unknown {
  const tops = ids.slice(0, 100).map((value) => ({ value, items: [] as { value: string; items: unknown[] }[] }))
  ids.slice(100).forEach((value, at) => tops[at % tops.length]?.items.push({ value, items: [] }))
  return tops
}

/** Fills the workspace of a company that has just signed up. */
export async function seedArticles(db: Db, owner: { userId: string; companyId: string }): Promise<Seeded> {
  const workspace = { id: newId(), shortId: newShortId(), slug: 'runbooks' }
  const articles = Array.from({ length: articleCount }, (_, i) => ({
    id: newId(),
    shortId: newShortId(),
    slug: `article-${i + 1}`,
  }))
  await db
    .insertInto('workspaces')
    .values({
      id: workspace.id,
      short_id: workspace.shortId,
      company_id: owner.companyId,
      owner_id: owner.userId,
      title: 'Runbooks',
      visibility: 'organization',
      article_order: JSON.stringify(buildOrder(articles.map(({ id }) => id))),
    })
    .execute()
  for (let from = 0; from < articles.length; from += 200) {
    const batch = articles.slice(from, from + 200)
    await db
      .insertInto('articles')
      .values(
        batch.map((article, i) => ({
          id: article.id,
          short_id: article.shortId,
          company_id: owner.companyId,
          workspace_id: workspace.id,
          title: `Article ${from + i + 1}: ${sentence(from + i).slice(0, 40)}`,
          slug: article.slug,
          tags: [words[(from + i) % words.length] ?? 'meter'],
          author_id: owner.userId,
          updated_by_id: owner.userId,
          hash: 'seeded',
          published_at: new Date(Date.now() - (from + i) * 60_000),
        })),
      )
      .execute()
    await db
      .insertInto('text_tabs')
      .values(
        batch.map((article, i) => {
          const texts = paragraphs(from + i)
          const content = {
            type: 'doc',
            content: texts.map((text) => ({ type: 'paragraph', content: [{ type: 'text', text }] })),
          }
          return {
            article_id: article.id,
            id: 'seededtabseeded1',
            position: 0,
            title: 'Note',
            slug: 'note',
            content: JSON.stringify(content),
            html: texts.map((text) => `<p>${text}</p>`).join(''),
            plain_text: texts.join('\n'),
            has_text: true,
          }
        }),
      )
      .execute()
  }
  return { workspace, articles }
}
