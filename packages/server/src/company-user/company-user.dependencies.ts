import type { SignAddress } from '../access/index.ts'
import type { FindMarketingUrl } from '../company/index.ts'
import type { Db } from '../platform/database/db.ts'
import type { MailDelivery } from '../platform/mail/index.ts'
import type { Authenticate, SecondFactor, MeView } from '../user/index.ts'
import type { WorkspaceArticles } from '../workspace/index.ts'

/** The dependencies that `src/app` injects into the feature. */
export type CompanyUserDependencies = {
  readonly db: Db
  readonly delivery: Omit<MailDelivery, 'db'>
  /** False: emails are only written as files, so nobody receives them. */
  readonly isMailConfigured: boolean
  readonly publicAddress: () => string
  readonly authenticate: Authenticate
  readonly secondFactor: SecondFactor
  readonly articles: Pick<WorkspaceArticles, 'deleteArticlesOfWorkspace'>
  readonly signAddress: SignAddress
  readonly findMarketingUrl: FindMarketingUrl
  /** For responses about the caller. */
  readonly view: MeView
}
