/** A company that uses a model on this machine, and an article with a recording in which somebody speaks. */
import { setTimeout as delay } from 'node:timers/promises'
import { newKey } from '../../packages/shared/src/identity/ids.ts'
import { wholeRecording } from '../../packages/shared/src/video/play-map.ts'
import { buildDraft, type BuiltDraft } from '../../packages/server/src/article/article.builder.ts'
import type { Db } from '../../packages/server/src/platform/database/db.ts'
import { toStoredWords } from '../../packages/server/src/transcription/stored-words.ts'
import { say } from '../../packages/server/src/transcription/transcription.builder.ts'
import { startModelServer, type ModelServer } from '../../packages/server/test/servers/model-server.ts'
import { test as base, type Company } from './people.ts'
import { uploadTestRecording } from './upload-test-recording.ts'

type Fixtures = {
  /** Gives the company a model of its own, until the test ends. */
  useModel: (company: Company) => Promise<ModelServer>
}

export const test = base.extend<Fixtures>({
  useModel: async ({ db }, use) => {
    const models: ModelServer[] = []
    await use(async (company) => {
      const model = await startModelServer()
      models.push(model)
      await enableAi(db, company, model)
      return model
    })
    await Promise.all(models.map((model) => model.close()))
  },
})

export async function enableAi(db: Db, company: Pick<Company, 'id'>, model: ModelServer): Promise<void> {
  await db.updateTable('companies').set({ is_ai_enabled: true }).where('id', '=', company.id).execute()
  const names = { model: 'test-model', image_model: 'test-model', api_key: null, key_ending: null }
  const limits = { monthly_tokens: null, monthly_cost: null, input_price: null, output_price: null, image_price: null }
  await db
    .insertInto('ai_settings')
    .values({ company_id: company.id, base_url: model.url, ...names, ...limits })
    .execute()
}

const seconds = 50

type Recording = { readonly db: Db; readonly baseURL: string; readonly company: Company; readonly workspaceId: string }

/** The spoken sentences, by the second at which each begins. */
const spoken: Readonly<Record<number, string>> = {
  0: 'Open the ticket and read the address of the meter.',
  14: 'Now check the heartbeat of the gateway. Count the green bars.',
  30: 'Restart the modem, and wait until the lamp is green.',
}

export async function recordSpokenDraft(recording: Recording): Promise<BuiltDraft> {
  const { db, company, workspaceId } = recording
  const videoId = await uploadSpokenRecording(recording, seconds, spoken)
  const whole = { id: newKey(), title: 'Paragraph #1', tags: [], isExpanded: true, items: [] }
  return buildDraft(db, {
    workspace: { id: workspaceId },
    author: company.owner,
    title: 'Meter offline',
    textTabs: [{ title: 'Checklist', text: 'Look first, then act.' }],
    paragraphs: [{ ...whole, map: wholeRecording(videoId, seconds * 1000) }],
  })
}

/** Returns the id of a recording of this many seconds, with sentences by the second at which they begin. */
export async function uploadSpokenRecording(
  { db, baseURL, company }: Pick<Recording, 'db' | 'baseURL' | 'company'>,
  length: number,
  sentences: Readonly<Record<number, string>>,
): Promise<string> {
  const videoId = await uploadTestRecording(baseURL, company.owner.token, length)
  const words = Object.entries(sentences).flatMap(([start, text]) => say(text, Number(start) * 1000))
  await whenTranscribed(db, videoId)
  await db
    .updateTable('transcripts')
    .set({ words: JSON.stringify(toStoredWords(words)), revision: 7 })
    .where('video_id', '=', videoId)
    .execute()
  return videoId
}

/** The server listens to every recording; the test replaces what it heard. */
async function whenTranscribed(db: Db, videoId: string): Promise<void> {
  for (;;) {
    const row = await db.selectFrom('transcripts').where('video_id', '=', videoId).select('status').executeTakeFirst()
    if (row?.status === 'done' || row?.status === 'failed') return
    await delay(100)
  }
}
