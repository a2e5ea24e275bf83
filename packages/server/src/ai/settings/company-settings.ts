/** Model and budget of a company, as its owner sees and saves them. */
import type { aiCalls, AiSettings } from '@knowreel/shared/ai/ai.calls.ts'
import type * as z from 'zod'
import { seal } from '../../platform/crypto/sealed-box.ts'
import type { Db } from '../../platform/database/db.ts'
import { runTransaction } from '../../platform/database/run-transaction.ts'
import { requireAllowedAddress, type GuardedFetch } from '../../platform/fetch/index.ts'
import { findCompanySettings, upsertSettings } from '../ai.queries.ts'

export type SettingsServices = {
  readonly db: Db
  readonly sealingKey: Buffer
  readonly hasInstallationModel: boolean
  readonly guarded: Pick<GuardedFetch, 'check'>
}

export async function readSettings(
  { db, hasInstallationModel }: SettingsServices,
  companyId: string,
): Promise<AiSettings> {
  const { apiKey, ...settings } = await findCompanySettings(db, companyId)
  return { ...settings, keyEnding: apiKey === null ? null : settings.keyEnding, hasInstallationModel }
}

type Saved = z.output<(typeof aiCalls)['saveSettings']['body']>

/** A short key would be shown whole. */
const minKeyLengthForEnding = 12
const endingLength = 4

export async function saveSettings(services: SettingsServices, companyId: string, saved: Saved): Promise<AiSettings> {
  const { db, sealingKey, guarded } = services
  if (saved.baseUrl !== '') await requireAllowedAddress(guarded, saved.baseUrl, 'ai_address_refused')
  const former = await findCompanySettings(db, companyId)
  // A key belongs to the address that it was entered for: another one must not receive it.
  const isElsewhere = originOf(former.baseUrl) !== originOf(saved.baseUrl)
  const apiKey = saved.apiKey === undefined && isElsewhere ? null : saved.apiKey
  const key = apiKey === undefined ? undefined : toStoredKey(sealingKey, companyId, apiKey)
  await runTransaction(db, (trx) => upsertSettings(trx, companyId, { ...saved, key }))
  return readSettings(services, companyId)
}

function toStoredKey(sealingKey: Buffer, companyId: string, apiKey: string | null) {
  if (apiKey === null || apiKey === '') return { sealed: null, ending: null }
  const ending = apiKey.length < minKeyLengthForEnding ? '' : apiKey.slice(-endingLength)
  return { sealed: seal(sealingKey, companyId, Buffer.from(apiKey)), ending }
}

const originOf = (address: string): string | null => (URL.canParse(address) ? new URL(address).origin : null)
