/** Links and shares by name of existing articles. */
import { newId, newLinkToken } from '@knowreel/shared/identity/ids.ts'
import { demoDate } from './demo-dates.ts'
import type { SeedContext } from './seed-articles.ts'
import type { PersonKey } from './demo-company.ts'

export async function seedSharing({ trx, now, company, people, published }: SeedContext): Promise<void> {
  const idOf = (key: string): string => {
    const article = published.get(key)
    if (article === undefined) throw new Error(`There is no article ${key} to share`)
    return article.id
  }
  for (const { article, by, isWithSubArticles, age, lastUsedAge, uses } of publicLinks) {
    await trx
      .insertInto('article_links')
      .values({
        article_id: idOf(article),
        kind: 'public',
        token: newLinkToken(),
        created_by: people[by].id,
        created_at: demoDate(now, age, 'created', article),
        is_with_sub_articles: isWithSubArticles,
        last_used_at: demoDate(now, lastUsedAge, 'updated', article),
        uses,
      })
      .execute()
  }
  const groups = await trx.selectFrom('groups').where('company_id', '=', company.id).select(['id', 'title']).execute()
  const groupIdOf = (wanted: string): string => {
    const group = groups.find(({ title }) => title === wanted)
    if (group === undefined) throw new Error(`There is no group ${wanted} to share with`)
    return group.id
  }
  for (const { article, by, people: keys = [], groups: titles = [], invited = [], age } of namedShares) {
    const made = { article_id: idOf(article), created_by: people[by].id }
    const created_at = demoDate(now, age, 'created', article)
    await trx
      .insertInto('article_links')
      .values({ ...made, kind: 'private', token: newLinkToken(), created_at })
      .execute()
    const recipients = [
      ...keys.map((key) => ({ user_id: people[key].id })),
      ...titles.map((title) => ({ group_id: groupIdOf(title) })),
      ...invited.map((email) => ({ email })),
    ]
    for (const recipient of recipients) {
      await trx
        .insertInto('article_shares')
        .values({ ...made, ...recipient, id: newId(), created_at })
        .execute()
    }
  }
}

/** The links and shares of the demo company with people outside an article's workspace. */
type DemoLink = {
  /** The key of the article in the library. */
  article: string
  by: PersonKey
  isWithSubArticles: boolean
  /** How many days ago it was created and last used. */
  age: number
  lastUsedAge: number
  uses: number
}

const publicLinks: readonly DemoLink[] = [
  { article: 'mount', by: 'jonas', isWithSubArticles: true, age: 8, lastUsedAge: 1, uses: 23 },
]

type DemoShare = {
  article: string
  by: PersonKey
  people?: readonly PersonKey[]
  /** Titles of groups. */
  groups?: readonly string[]
  /** Addresses from `invited`. */
  invited?: readonly string[]
  age: number
}

/** In a private workspace, in which not all of these have a role. */
const namedShares: readonly DemoShare[] = [
  { article: 'release', by: 'tomasz', people: ['marialuisa'], age: 12 },
  { article: 'canary', by: 'priya', people: ['marialuisa'], groups: ['Change advisory board'], age: 6 },
  { article: 'certs', by: 'tomasz', invited: ['noor.haddad@halden.example'], age: 2 },
]
