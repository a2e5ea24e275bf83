import type { Transcript } from '@knowreel/shared/transcription/transcription.wire.ts'
import type { Db } from '../../platform/database/db.ts'
import type { SpeechEngines } from '../engine/speech-engines.ts'
import { isAiEnabled } from '../transcription.queries.ts'

/** The engine for recordings of a company, for people who may request a transcript. */
export async function describeEngine(db: Db, engines: SpeechEngines, companyId: string): Promise<Transcript['engine']> {
  const { label, isRemote, languages } = engines.engineFor(await isAiEnabled(db, companyId))
  return { label, isRemote, languages: languages === null ? null : [...languages] }
}
