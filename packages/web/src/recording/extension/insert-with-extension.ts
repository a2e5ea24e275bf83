/**
 * Recordings of the extension that are inserted into a draft. The page that asks remembers the moment under the play
 * head; the first page that is notified of the recording continues as if it had uploaded it.
 */
import { browserJournal, createRecordingEntry } from '@knowreel/recorder/upload/index.ts'
import type { ChannelMessages } from '@knowreel/shared/recorder/extension-channel.ts'
import { readSetting, writeSetting } from '../../platform/browser-storage.ts'
import { postToExtension } from '../../platform/extension-message.ts'
import { showSuccess } from '../../ui/toast/toast.ts'
import { withUploads, type InsertPosition } from '../../video/index.ts'
import * as texts from '../texts.ts'

export type Insertion = {
  readonly articleId: string
  readonly position: InsertPosition
  readonly name: string
  readonly companyId: string | undefined
}

type Remembered = Pick<Insertion, 'position' | 'name'>
const keyOf = (articleId: string) => `knowreel.insert.${articleId}`

export function requestInsertion({ articleId, position, name, companyId }: Insertion): void {
  const remembered: Remembered = { position, name }
  writeSetting(keyOf(articleId), JSON.stringify(remembered))
  const request = { mode: 'insert', articleId, insertAt: position.at, title: name, companyId } as const
  postToExtension('frontend', 'startRecording', request)
  showSuccess(texts.windowHasOpened)
}

const received = new Set<string>()

/** Only once for each recording, however often the extension reports it. */
export async function receiveRecording(
  owner: string,
  { sessionId, acceptId, articleId, insertAt, companyId }: ChannelMessages['plugin']['recorded'],
): Promise<void> {
  if (insertAt === undefined || received.has(sessionId)) return
  received.add(sessionId)
  const { position, name } = recall(articleId, insertAt)
  const facts = { id: sessionId, owner, mime: '', startedAt: Date.now(), isWhole: true, marks: [], context: null }
  const entry = createRecordingEntry(facts, { name, articleId, context: { insert: position } })
  await browserJournal().save({ ...entry, acceptId })
  postToExtension('frontend', 'uploadReceived', { sessionId, companyId })
  await withUploads((uploads) => uploads.restore())
}

/** In another browser profile, or after another request, only the time is known. */
function recall(articleId: string, insertAt: number): Remembered {
  const kept = JSON.parse(readSetting(keyOf(articleId)) ?? 'null') as Remembered | null
  return kept?.position.at === insertAt ? kept : { position: { anchor: null, at: insertAt }, name: texts.recording }
}
