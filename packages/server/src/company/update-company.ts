import type { companyCalls } from '@knowreel/shared/company/company.calls.ts'
import { logoLimits } from '@knowreel/shared/company/company.rules.ts'
import type * as z from 'zod'
import type { Db } from '../platform/database/db.ts'
import { runTransaction } from '../platform/database/run-transaction.ts'
import { newFileKey, readPicture, type FileStorage } from '../platform/files/index.ts'
import { lockCompanyLogo, updateCompany as saveCompany } from './company.queries.ts'

type Form = z.output<(typeof companyCalls)['update']['body']>

/** The slug stays: existing URLs must continue to work. */
export async function updateCompany(db: Db, files: FileStorage, id: string, form: Form): Promise<void> {
  const logo = await storeLogo(files, form)
  const { title, isSharingOff, areApiKeysOff } = form
  if ([title, isSharingOff, areApiKeysOff, logo].every((value) => value === undefined)) return
  const replaced = await runTransaction(db, async (trx) => {
    const before = await lockCompanyLogo(trx, id)
    await saveCompany(trx, id, { title, logo, is_sharing_off: isSharingOff, are_api_keys_off: areApiKeysOff })
    return logo === undefined ? null : before
  }).catch(async (error: unknown) => {
    if (typeof logo === 'string') await files.remove(logo)
    throw error
  })
  if (replaced !== null) await files.remove(replaced)
}

/** The key of the new logo; null removes the current one, undefined keeps it. */
async function storeLogo(files: FileStorage, form: Form): Promise<string | null | undefined> {
  if (!form.logo) return form.isLogoDeleted ? null : undefined
  const { maximumBytes, tooLarge } = logoLimits
  const picture = readPicture(form.logo, { field: 'logo', maximumBytes, tooLarge })
  const key = newFileKey('logos', picture.contentType)
  await files.put(key, picture.bytes)
  return key
}
