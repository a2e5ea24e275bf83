/** The calls of a person on their own account. */
import type { InitialCompanyState } from '../company/index.ts'
import type { Db } from '../platform/database/db.ts'
import type { FileStorage } from '../platform/files/index.ts'
import type { Enqueue } from '../platform/jobs/index.ts'
import {
  accountRoutes,
  apiKeyRoutes,
  sessionRoutes,
  twoFactorRoutes,
  userRoutes,
  type Authenticate,
  type MeView,
  type SecondFactor,
  type SocialProviders,
} from '../user/index.ts'
import { listNamedWorkspaces } from '../workspace/index.ts'

type Dependencies = {
  readonly db: Db
  readonly files: FileStorage
  readonly enqueue: Enqueue
  readonly authenticate: Authenticate
  readonly secondFactor: SecondFactor
  readonly view: MeView
  readonly providers: SocialProviders
  readonly initialState: InitialCompanyState
}

export const userFeatures = ({
  db,
  files,
  enqueue,
  authenticate,
  secondFactor,
  view,
  providers,
  initialState,
}: Dependencies) => ({
  account: accountRoutes({ db, enqueue, secondFactor, view, initialState }),
  apiKey: apiKeyRoutes({ db, listWorkspaces: listNamedWorkspaces }),
  session: sessionRoutes({ db, authenticate, secondFactor, view, providers }),
  twoFactor: twoFactorRoutes({ db, secondFactor, isMailConfigured: view.isMailConfigured }),
  user: userRoutes({ db, files, enqueue, view }),
})
