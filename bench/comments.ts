import { newId, newShortId } from '@knowreel/shared/identity/ids.ts'
import { wholeRecording } from '@knowreel/shared/video/play-map.ts'
import { sql } from 'kysely'
import type { Db } from '../packages/server/src/platform/database/db.ts'
import { percentile, report, round } from './report.ts'

type Target = { readonly baseURL: string; readonly token: string }
type WorkspaceIds = { readonly companyId: string; readonly userId: string; readonly workspaceId: string }

/** The number of comments that the panel opens with; older ones are requested when needed. */
const pageSize = 100
const rounds = 120
const warmUpRounds = 20

/**
 * Alternates between the first page of an article with 10,000 comments and that of one with 100, and also measures the
 * longest response.
 */
export async function benchComments(target: Target, db: Db, workspace: WorkspaceIds): Promise<void> {
  const few = await seedComments(db, workspace, 100)
  const many = await seedComments(db, workspace, 10_000)
  // The database would do this automatically after a while.
  await sql`analyze`.execute(db)
  const [timesOfFew, timesOfMany, timesOfAll]: [number[], number[], number[]] = [[], [], []]
  for (let round = 0; round < rounds + warmUpRounds; round++) {
    const one = await timeList(target, few, `?limit=${pageSize}`)
    const other = await timeList(target, many, `?limit=${pageSize}`)
    if (one.comments !== pageSize || other.comments < pageSize) throw new Error('A page is not full')
    if (round < warmUpRounds) continue
    timesOfFew.push(one.ms)
    timesOfMany.push(other.ms)
    if (round % 6 === 0) timesOfAll.push((await timeList(target, many, '')).ms)
  }
  const [p95Few, p95Many] = [percentile(timesOfFew, 0.95), percentile(timesOfMany, 0.95)]
  report(
    'open the comments of an article',
    {
      requests: rounds,
      p50MsOf100: percentile(timesOfFew, 0.5),
      p95MsOf100: p95Few,
      p50MsOf10000: percentile(timesOfMany, 0.5),
      p95MsOf10000: p95Many,
      ratio: round(p95Many / p95Few),
    },
    'ratio of p95 ≤ 1.5',
  )
  report('1,000 comments at once', { p50Ms: percentile(timesOfAll, 0.5), p95Ms: percentile(timesOfAll, 0.95) })
}

async function timeList({ baseURL, token }: Target, articleId: string, query: string) {
  const started = performance.now()
  const answer = await fetch(`${baseURL}/api/comment/${articleId}${query}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  const { comments } = (await answer.json()) as { comments: unknown[] }
  const ms = performance.now() - started
  if (!answer.ok) throw new Error(`The list answered ${answer.status}`)
  return { ms, comments: comments.length }
}

/** Every fourth comment replies to an earlier one, every third has a time, every fifth two emojis. */
async function seedComments(db: Db, { companyId, userId, workspaceId }: WorkspaceIds, count: number): Promise<string> {
  const [articleId, videoId, paragraphId] = [newId(), newId(), newShortId()]
  const begin = Date.UTC(2026, 0, 1)
  const title = `An article with ${count} comments`
  const map = wholeRecording(videoId, 600_000)
  await db
    .insertInto('articles')
    .values({
      id: articleId,
      short_id: newShortId(),
      company_id: companyId,
      workspace_id: workspaceId,
      title,
      duration: 600_000,
      paragraphs: JSON.stringify([{ id: paragraphId, title: 'All', tags: [], isExpanded: true, map, items: [] }]),
      author_id: userId,
      updated_by_id: userId,
      published_at: new Date(),
    })
    .execute()
  const ids = Array.from({ length: count }, newId)
  const isAnswer = (at: number): boolean => at % 4 === 3
  for (let from = 0; from < count; from += 1000) {
    const batch = ids.slice(from, from + 1000).map((id, within) => ({ id, at: from + within }))
    await db
      .insertInto('comments')
      .values(
        batch.map(({ id, at }) => ({
          id,
          article_id: articleId,
          parent_id: isAnswer(at) ? (ids[at - 3] ?? null) : null,
          author_id: userId,
          content: `<p>Comment ${at}: the gateway answers <strong>later</strong> than the note says.</p>`,
          plain_text: `Comment ${at}: the gateway answers later than the note says.`,
          ...(at % 3 === 0 && {
            anchor_paragraph_id: paragraphId,
            anchor_video_id: videoId,
            anchor_video_time: at % 600_000,
            anchor_time: at % 600_000,
          }),
          created_at: new Date(begin + at * 1000),
        })),
      )
      .execute()
    const emojis = batch
      .filter(({ at }) => at % 5 === 0)
      .flatMap(({ id }) => ['👍', '🔥'].map((content) => ({ comment_id: id, user_id: userId, content })))
    await db.insertInto('comment_reactions').values(emojis).execute()
  }
  return articleId
}
