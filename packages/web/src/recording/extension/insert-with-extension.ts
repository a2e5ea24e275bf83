/**
 * Recordings of the extension that are inserted into a draft. The page that asks remembers the moment under the play
 * head. A page that shows the draft continues as if it had uploaded the recording; if there is none, the first page that
 * is notified does.
 */
import { browserJournal, createRecordingEntry } from '@knowreel/recorder/upload/index.ts'
import type { ChannelMessages } from '@knowreel/shared/recorder/extension-channel.ts'
import { readSetting, writeSetting } from '../../platform/browser-storage.ts'
import { postToExtension } from '../../platform/extension-message.ts'
import { showSuccess } from '../../ui/toast/toast.ts'
import { isShownForInsertion, withUploads, type InsertPosition } from '../../video/index.ts'
import * as texts from '../texts.ts'

export type Insertion = {
  readonly articleId: string
  readonly position: InsertPosition
  readonly name: string
  readonly companyId: string | undefined
}

type Remembered = Pick<Insertion, 'position' | 'name'>
/** Not by draft, which may be published before the recording arrives. */
const keyOf = (at: number) => `knowreel.insert.${at}`

export function requestInsertion({ articleId, position, name, companyId }: Insertion): void {
  const remembered: Remembered = { position, name }
  writeSetting(keyOf(position.at), JSON.stringify(remembered))
  const request = { mode: 'insert', articleId, insertAt: position.at, title: name, companyId } as const
  postToExtension('frontend', 'startRecording', request)
  showSuccess(texts.windowHasOpened)
}

const received = new Set<string>()
/** A page has continued these recordings, here or in another tab. */
const taken = new Set<string>()
/** Only the page that continues a recording inserts it, so pages that do not show its draft come last. Milliseconds. */
const othersWaitMs = 2000

/** Only once for each recording, however often the extension reports it. */
export async function receiveRecording(
  owner: string,
  { sessionId, acceptId, articleId, insertAt, companyId }: ChannelMessages['plugin']['recorded'],
): Promise<void> {
  if (insertAt === undefined) taken.add(sessionId)
  if (insertAt === undefined || received.has(sessionId)) return
  received.add(sessionId)
  if (!isShownForInsertion(articleId)) {
    await new Promise((resolve) => setTimeout(resolve, othersWaitMs))
    if (taken.has(sessionId)) return
  }
  const { position, name } = recall(insertAt)
  const facts = { id: sessionId, owner, mime: '', startedAt: Date.now(), isWhole: true, marks: [], context: null }
  const entry = createRecordingEntry(facts, { name, articleId, context: { insert: position } })
  await browserJournal().save({ ...entry, acceptId })
  postToExtension('frontend', 'uploadReceived', { sessionId, companyId })
  await withUploads((uploads) => uploads.restore())
}

/** In another browser profile only the time is known. */
function recall(insertAt: number): Remembered {
  const kept = JSON.parse(readSetting(keyOf(insertAt)) ?? 'null') as Remembered | null
  return kept ?? { position: { anchor: null, at: insertAt }, name: texts.recording }
}
