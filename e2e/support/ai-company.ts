/** A company that uses a model on this machine, and an article with a recording in which somebody speaks. */
import { setTimeout as delay } from 'node:timers/promises'
import { test as base } from '@playwright/test'
import { newKey } from '../../packages/shared/src/identity/ids.ts'
import { wholeRecording } from '../../packages/shared/src/video/play-map.ts'
import { buildDraft, type BuiltDraft } from '../../packages/server/src/article/article.builder.ts'
import type { Db } from '../../packages/server/src/platform/database/db.ts'
import { toStoredWords } from '../../packages/server/src/transcription/stored-words.ts'
import { say } from '../../packages/server/src/transcription/transcription.builder.ts'
import { startModelServer, type ModelServer } from '../../packages/server/test/servers/model-server.ts'
import type { Company } from './people.ts'
import { uploadTestRecording } from './upload-test-recording.ts'

/** A model for a test; it is stopped afterwards. */
export async function useModel(db: Db, company: Company): Promise<ModelServer> {
  const model = await startModelServer()
  await db.updateTable('companies').set({ is_ai_enabled: true }).where('id', '=', company.id).execute()
  await db
    .insertInto('ai_settings')
    .values({
      company_id: company.id,
      base_url: model.url,
      model: 'test-model',
      image_model: 'test-model',
      api_key: null,
      key_ending: null,
      monthly_tokens: null,
      monthly_cost: null,
      input_price: null,
      output_price: null,
      image_price: null,
    })
    .execute()
  base.info().annotations.push({ type: 'model', description: model.url })
  return model
}

const seconds = 50

type Recording = { readonly db: Db; readonly baseURL: string; readonly company: Company; readonly workspaceId: string }

/** What is said, by the second at which it begins. */
export const spoken: Readonly<Record<number, string>> = {
  0: 'Open the ticket and read the address of the meter.',
  14: 'Now check the heartbeat of the gateway. Count the green bars.',
  30: 'Restart the modem, and wait until the lamp is green.',
}

export async function recordSpokenDraft({ db, baseURL, company, workspaceId }: Recording): Promise<BuiltDraft> {
  const videoId = await uploadTestRecording(baseURL, company.owner.token, seconds)
  const words = Object.entries(spoken).flatMap(([start, text]) => say(text, Number(start) * 1000))
  await whenTranscribed(db, videoId)
  await db
    .updateTable('transcripts')
    .set({ words: JSON.stringify(toStoredWords(words)), revision: 7 })
    .where('video_id', '=', videoId)
    .execute()
  const whole = { id: newKey(), title: 'Paragraph #1', tags: [], isExpanded: true, items: [] }
  return buildDraft(db, {
    workspace: { id: workspaceId },
    author: company.owner,
    title: 'Meter offline',
    textTabs: [{ title: 'Checklist', text: 'Look first, then act.' }],
    paragraphs: [{ ...whole, map: wholeRecording(videoId, seconds * 1000) }],
  })
}

/** The server listens to every recording; the test replaces what it heard. */
async function whenTranscribed(db: Db, videoId: string): Promise<void> {
  for (;;) {
    const row = await db.selectFrom('transcripts').where('video_id', '=', videoId).select('status').executeTakeFirst()
    if (row?.status === 'done' || row?.status === 'failed') return
    await delay(100)
  }
}
