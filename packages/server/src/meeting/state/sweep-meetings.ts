/** Ends what took too long. Deadlines are in the rows, so this needs no memory and may run anywhere, twice. */
import type { Db } from '../../platform/database/db.ts'
import { runTransaction } from '../../platform/database/run-transaction.ts'
import { endHeartbeat, isBotAlive, listLostBots } from '../bot/bot.queries.ts'
import { notifyParticipants, type NoticeServices } from '../after/notify-participants.ts'
import { storeLostRecording } from '../after/store-lost-recording.job.ts'
import type { Enqueue } from '../../platform/jobs/index.ts'
import { applyMeetingEvent } from './apply-event.ts'
import { listOverdueMeetings, lockMeeting } from './meeting-state.queries.ts'

const batchSize = 100

/** Returns how many meetings changed. */
export async function endOverdueMeetings(
  { db, ...services }: NoticeServices & { readonly db: Db },
  now = new Date(),
): Promise<number> {
  let count = 0
  for (const { id } of await listOverdueMeetings(db, now, batchSize)) {
    const applied = await runTransaction(db, async (trx) => {
      const ended = await applyMeetingEvent(trx, id, { type: 'timedOut' }, now)
      if (ended?.after.phase === 'finished') await notifyParticipants(services, trx, id)
      return ended
    })
    if (applied !== null) count++
  }
  return count
}

/** Bots without a sign of life are replaced, or what they recorded is stored. Returns how many there were. */
export async function replaceLostBots(db: Db, enqueue: Enqueue): Promise<number> {
  const ids = await listLostBots(db, batchSize)
  for (const id of ids) {
    await runTransaction(db, async (trx) => {
      // It reported again, or another process finishes its recording.
      if ((await lockMeeting(trx, id)) === null || (await isBotAlive(trx, id))) return
      await applyMeetingEvent(trx, id, { type: 'botLost' })
      await endHeartbeat(trx, id)
      const meeting = await lockMeeting(trx, id)
      if (meeting?.phase === 'uploading')
        await enqueue(trx, storeLostRecording, { meetingId: id }, { singletonKey: id })
    })
  }
  return ids.length
}
