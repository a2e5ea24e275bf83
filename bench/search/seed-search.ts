/** A company with 40 workspaces and any number of articles, and a member of half of the workspaces. */
import { newId, newKey, newShortId } from '@knowreel/shared/identity/ids.ts'
import { sql } from 'kysely'
import { setTimeout as delay } from 'node:timers/promises'
import { buildCompany, buildMember } from '../../packages/server/src/company/company.builder.ts'
import type { Db } from '../../packages/server/src/platform/database/db.ts'
import { startSession } from '../../packages/server/src/user/index.ts'
import { buildWorkspace, grantWorkspaceRole } from '../../packages/server/src/workspace/workspace.builder.ts'
import { createRandom, type Random } from '../../e2e/fuzz/fuzz-random.ts'

export type SearchedCompany = {
  readonly companyId: string
  readonly ownerId: string
  readonly ownerToken: string
  readonly memberId: string
  /** The token of a member of every second workspace. */
  readonly token: string
  readonly workspaceIds: readonly string[]
}

const workspaceCount = 40
const articleLength = 3000
const vocabularySize = 20_000
/** Each rare word is in this many articles, whatever their number. */
const rareShare = 20
const searchedWords = 40

const syllables = 'ba de fi go hu ka le mi no pu ra se ti vo wu xa ye zi cho sta'.split(' ')
export function wordOf(n: number): string {
  let word = ''
  for (let rest = n + 400; rest > 0; rest = Math.floor(rest / syllables.length))
    word += syllables[rest % syllables.length]
  return word
}

/** Each article has one of 300 tags. */
export const tagOf = (n: number): string => wordOf(n % 300)
/** Wrote every article. */
export const authorName = 'Aurelia Zamora'

/** Each is in 20 articles. No word of the vocabulary begins like one of these. */
export const rareWords: readonly string[] =
  'abacus acrobat albatross almanac amulet anchovy apricot armadillo artichoke asparagus avocado bramble brigade broccoli clarinet cricket eclipse eggplant elephant ermine espresso flamingo glacier gladiolus icicle iguana indigo inkwell ivory octopus omelette opal orchid ostrich oyster umbrella unicorn urchin utopia upholstery'.split(
    ' ',
  )
/** Each is in 60 % of the articles. */
export const commonWords: readonly string[] =
  'account adapter agenda airport alarm alert antenna archive arrow asset branch bridge browser bucket certificate channel circuit client cluster contract driver elevator engine envelope escalation export external fleet frequency grid handbook incident index install integer interval invoice island orchard outlet'.split(
    ' ',
  )
/** Words of two characters; each is in 5 % of the articles. */
export const chineseWords: readonly string[] =
  '会议 记录 保存 服务 密码 网络 更新 设备 电池 仓库 客户 合同 发票 报告 培训 安全 备份 测试 部署 监控 预算 采购 物流 质量 维修 图纸 机房 权限 账号 邮件 日志 接口 版本 需求 设计 开发 运营 市场 销售 财务'.split(
    ' ',
  )
const vocabulary = Array.from({ length: vocabularySize }, (_, n) => wordOf(n))

export async function seedCompany(db: Db): Promise<SearchedCompany> {
  const company = await buildCompany(db, { title: 'Searched' })
  const [first_name = '', last_name = ''] = authorName.split(' ')
  await db.updateTable('users').set({ first_name, last_name }).where('id', '=', company.owner.id).execute()
  const member = await buildMember(db, company)
  const workspaceIds: string[] = []
  for (let n = 0; n < workspaceCount; n++) {
    const workspace = await buildWorkspace(db, { company, owner: company.owner, title: `Workspace ${n}` })
    workspaceIds.push(workspace.id)
    if (n % 2 === 0) await grantWorkspaceRole(db, { workspace, user: member, role: 'viewer' })
  }
  const tokenOf = ({ id }: { id: string }) => startSession(db, { userId: id, companyId: company.id, userAgent: null })
  return {
    companyId: company.id,
    ownerId: company.owner.id,
    memberId: member.id,
    ownerToken: await tokenOf(company.owner),
    token: await tokenOf(member),
    workspaceIds,
  }
}

/** Adds the articles numbered `from` to `to` (exclusive). */
export async function seedArticles(
  db: Db,
  { companyId, ownerId, workspaceIds }: SearchedCompany,
  from: number,
  to: number,
): Promise<void> {
  const random = createRandom(from + 1)
  const batchSize = 1000
  for (let start = from; start < to; start += batchSize) {
    const numbers = Array.from({ length: Math.min(batchSize, to - start) }, (_, n) => start + n)
    const texts = numbers.map((n) => textOf(random, n, to - from))
    await sql`
      with seeded as (
        select * from unnest(
          ${numbers}::int[], ${numbers.map(() => newId())}::uuid[], ${numbers.map(() => newShortId())}::text[],
          ${numbers.map(() => newKey())}::text[], ${texts}::text[],
          ${numbers.map((n) => workspaceIds[n % workspaceIds.length])}::uuid[],
          ${numbers.map(tagOf)}::text[]
        ) as t (n, id, short_id, tab_id, content, workspace_id, tag)
      ), inserted as (
        insert into articles
          (id, short_id, company_id, workspace_id, title, slug, tags, author_id, updated_by_id, hash, published_at, updated_at)
        select id, short_id, ${companyId}::uuid, workspace_id, left(content, 40) || ' ' || n, 'article-' || n, array[tag],
          ${ownerId}::uuid, ${ownerId}::uuid, 'seeded', now() - n * interval '1 min', now() - n * interval '1 min'
        from seeded
      )
      insert into text_tabs (article_id, id, position, title, slug, content, html, plain_text, has_text)
      select id, tab_id, 0, 'Note', 'note', '{"type":"doc","content":[]}', '', content, true from seeded
    `.execute(db)
  }
}

/** Words are as frequent as in natural text: the n-th most frequent has a share of 1/n. */
function textOf(random: Random, n: number, total: number): string {
  const words: string[] = []
  for (let length = 0; length < articleLength;) {
    const word = vocabulary[Math.floor(vocabularySize ** random.next())] ?? ''
    words.push(word)
    length += word.length + 1
  }
  const put = (word: string) => (words[random.below(words.length)] = word)
  for (const word of commonWords) if (random.next() < 0.6) put(word)
  // Even, so that half of the articles with a rare word have even numbers.
  const every = 2 * Math.max(1, Math.floor(total / rareShare / 2))
  // Rare words in which half of the articles are in workspaces of the member.
  for (const [at, word] of rareWords.entries()) if ((n + 3 * at) % every === Math.floor(n / every) % 2) put(word)
  if (n % 2 === 0)
    words.push(`${Array.from({ length: 4 }, (_, at) => chineseWords[(n / 2 + 7 * at) % searchedWords]).join('的')}。`)
  return words.join(' ')
}

/** Resolves when the server has indexed all changes. */
export async function untilIndexed(db: Db): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ isLeft: boolean }>`select exists (select from search_changes) as "isLeft"`.execute(db)
    if (rows[0]?.isLeft !== true) return
    await delay(200)
  }
}
