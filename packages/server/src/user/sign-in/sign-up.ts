import { newId } from '@knowreel/shared/identity/ids.ts'
import type { signUpForm } from '@knowreel/shared/user/account.calls.ts'
import type * as z from 'zod'
import { createCompany, type InitialCompanyState } from '../../company/index.ts'
import type { Db } from '../../platform/database/db.ts'
import { runTransaction } from '../../platform/database/run-transaction.ts'
import type { Enqueue } from '../../platform/jobs/index.ts'
import { emailTakenError } from '../email/change-email.ts'
import type { OpenedSession } from './log-in.ts'
import { hashPassword } from './password.ts'
import { sendEmailConfirmation } from '../email/send-email-confirmation.job.ts'
import { startSession, type Requester } from '../session/start-session.ts'
import { insertUser } from '../user.queries.ts'

type SignUp = z.output<typeof signUpForm>

/** Creates the account, company, session and confirmation email in one transaction. */
export async function signUp(
  { db, enqueue, initialState }: { db: Db; enqueue: Enqueue; initialState: InitialCompanyState },
  form: SignUp,
  requester: Requester,
): Promise<OpenedSession> {
  const passwordHash = await hashPassword(form.password)
  return runTransaction(db, async (trx) => {
    const userId = newId()
    const isNew = await insertUser(trx, { ...form, id: userId, passwordHash })
    if (!isNew) throw emailTakenError()
    const { companyTitle: title } = form
    const companyId =
      title === undefined ? null : await createCompany(trx, { title, ownerId: userId, initial: initialState })
    const token = await startSession(trx, { userId, companyId, ...requester })
    await enqueue(trx, sendEmailConfirmation, { userId })
    return { token, userId, companyId }
  })
}
