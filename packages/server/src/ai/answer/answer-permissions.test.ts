/** Two people and random changes of what they may read: the sources of an answer are always a subset of that. */
import { expect, test, vi } from 'vitest'
import { createRandom } from '../../../test/access/random-requests.ts'
import { isSoak } from '../../../test/soak.ts'
import { buildArticle } from '../../article/article.builder.ts'
import { indexBatch } from '../../search/index/indexer.ts'
import { buildWorkspace } from '../../workspace/workspace.builder.ts'
import { startAiServer } from '../ai.fixture.ts'

vi.setConfig({ testTimeout: 300_000 })

const questions = isSoak ? 2000 : 60
const seed = Number(process.env['ANSWER_SEED'] ?? (isSoak ? Date.now() % 1_000_000 : 11))
const chance = createRandom(seed)

const { server, db, company, author, viewer, tokens } = await startAiServer({ hasModel: false })
const people = [
  { user: author, token: tokens.author },
  { user: viewer, token: tokens.viewer },
]
const workspaces = await Promise.all(
  Array.from({ length: 4 }, () => buildWorkspace(db, { company, owner: company.owner, visibility: 'private' })),
)
const articles: { id: string }[] = []
for (const workspace of workspaces)
  for (let n = 0; n < 4; n++)
    articles.push(
      await buildArticle(db, {
        workspace,
        author: company.owner,
        title: `Wombat ${articles.length}`,
        textTabs: [{ text: `The wombat number ${articles.length} eats grass.` }],
      }),
    )
while ((await indexBatch(db)) !== 0);

const set = (table: 'articles' | 'workspaces', id: string, change: object) =>
  db.updateTable(table).set(change).where('id', '=', id).execute()

const changes: readonly (() => Promise<unknown>)[] = [
  () =>
    db
      .insertInto('workspace_roles')
      .values({ workspace_id: chance.pick(workspaces).id, user_id: chance.pick(people).user.id, role: 'viewer' })
      .onConflict((conflict) => conflict.columns(['workspace_id', 'user_id']).doNothing())
      .execute(),
  () =>
    db
      .deleteFrom('workspace_roles')
      .where('user_id', '=', chance.pick(people).user.id)
      .where('workspace_id', '=', chance.pick(workspaces).id)
      .execute(),
  () => set('articles', chance.pick(articles).id, { is_archived: chance.next() < 0.3 }),
  () => set('articles', chance.pick(articles).id, { workspace_id: chance.pick(workspaces).id }),
  () => set('articles', chance.pick(articles).id, { deleted_at: chance.next() < 0.2 ? new Date() : null }),
  () => set('workspaces', chance.pick(workspaces).id, { is_archived: chance.next() < 0.2 }),
  () => set('workspaces', chance.pick(workspaces).id, { visibility: chance.pick(['private', 'organization']) }),
]

test(`${questions} questions: every source can be opened by the asker`, async () => {
  let cited = 0
  for (let n = 0; n < questions; n++) {
    await chance.pick(changes)()
    const { token } = chance.pick(people)
    const question = chance.next() < 0.5 ? 'What do wombats eat?' : `Which wombat is number ${n % 16}?`
    const { ok } = await server.call('ai.ask', { params: { q: question }, body: {} }, token)
    for (const { articleId, quote, result } of ok.metadata.sources) {
      cited += 1
      const opened = await server.call('article.get', { params: { id: articleId ?? '' }, query: {} }, token)
      expect(opened.status, `seed ${seed}, question ${n}`).toBe(200)
      if (result.category !== 'articleNotes') continue
      const text = opened.ok.article.textTabs.map((tab) => tab.text).join('\n')
      expect(text).toContain(quote)
      expect(result.foundTextProperties?.textToFind).toBe(quote)
    }
  }
  expect(cited).toBeGreaterThan(questions / 2)
})
