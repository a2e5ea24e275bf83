import { expect, test } from 'vitest'
import { createTestDatabase } from '../../../test/database.ts'
import { buildArticle, buildDraft } from '../../article/article.builder.ts'
import { buildCompany, buildMember } from '../../company/company.builder.ts'
import { buildMeeting } from '../meeting.builder.ts'
import { deleteOldRecordings } from './delete-old-recordings.job.ts'

const { db } = await createTestDatabase()
const ago = (days: number) => new Date(Date.now() - days * 86_400_000)

async function run(): Promise<void> {
  const handle = await deleteOldRecordings.load()
  const signal = new AbortController().signal
  await handle({ payload: {}, attempt: 1, log: () => undefined, signal, services: { db } as never })
}

/** Meetings with drafts, of a company that keeps them for this many days. */
async function arrange(retentionDays: number | null) {
  const company = await buildCompany(db)
  const ines = await buildMember(db, company)
  if (retentionDays !== null)
    await db
      .insertInto('company_meeting_settings')
      .values({ company_id: company.id, retention_days: retentionDays })
      .execute()
  const draftOf = async (days: number, phase: 'finished' | 'drafting' = 'finished') => {
    const article = await buildDraft(db, { workspace: null, company, author: ines })
    await buildMeeting(db, { company, organizer: ines, phase, startAt: ago(days), article })
    return article.id
  }
  const published = await buildArticle(db)
  await buildMeeting(db, { company, organizer: ines, phase: 'finished', startAt: ago(40), article: published })
  return {
    old: await draftOf(31),
    young: await draftOf(29),
    unfinished: await draftOf(31, 'drafting'),
    published: published.id,
  }
}

const isKept = async (id: string) =>
  (await db.selectFrom('articles').where('id', '=', id).where('deleted_at', 'is', null).select('id').execute()).length >
  0

test('drafts of meetings are deleted after the days of their company, published articles and running meetings are not', async () => {
  const [month, forever] = [await arrange(30), await arrange(null)]
  for (let times = 0; times < 2; times++) {
    await run()
    const kept: Record<string, boolean> = {}
    for (const [name, id] of Object.entries(month)) kept[name] = await isKept(id)
    expect(kept).toEqual({ old: false, young: true, unfinished: true, published: true })
    for (const id of Object.values(forever)) expect(await isKept(id)).toBe(true)
  }
})
