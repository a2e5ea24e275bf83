import type { Config } from '../platform/config/config.ts'
import type { Db } from '../platform/database/db.ts'
import type { FileStorage } from '../platform/files/index.ts'
import type { CheckableMailer } from '../platform/mail/index.ts'
import { openMedia } from '../platform/media/index.ts'
import type { CheckDeclaration } from './check.ts'
import { clockCheck, databaseCheck } from './checks/database-checks.ts'
import { liveConnectionsCheck, publicAddressCheck } from './checks/network-checks.ts'
import { aiCheck, chromiumCheck, emailCheck, videoToolsCheck } from './checks/service-checks.ts'
import { diskCheck, filesCheck } from './checks/storage-checks.ts'

type CheckedConfig = Pick<Config, 'dataDirectory' | 'publicUrl' | 'roles' | 'smtpUrl'> &
  Partial<Pick<Config, 'databaseUrl' | 's3' | 'bots' | 'ai' | 'ffmpegPath' | 'ffprobePath'>>

export type CheckedParts = {
  readonly config: CheckedConfig
  readonly db: Db
  /** Rejects if the storage cannot be opened. */
  readonly files: () => Promise<FileStorage>
  readonly mail: CheckableMailer
  readonly isServed: boolean
  readonly migrations: Parameters<typeof databaseCheck>[0]['migrations']
  /** Null without a model. */
  readonly askModel: ((signal: AbortSignal) => Promise<unknown>) | null
}

/** The checks of an installation, for the back office and the command. */
export function installationChecks(parts: CheckedParts): readonly CheckDeclaration[] {
  const { config, db, files, mail, isServed, migrations, askModel } = parts
  const { databaseUrl = null, s3 = null, bots = null, ffmpegPath = null, ffprobePath = null } = config
  const address = { url: config.publicUrl, isServed }
  return [
    databaseCheck({ db, isEmbedded: databaseUrl === null, migrations }),
    filesCheck({ files, isS3: s3 !== null }),
    emailCheck({ mail, smtpUrl: config.smtpUrl }),
    publicAddressCheck(address),
    liveConnectionsCheck(address),
    clockCheck(db),
    diskCheck(config.dataDirectory),
    videoToolsCheck(config.roles.has('worker') ? openMedia({ ffmpegPath, ffprobePath }) : null),
    chromiumCheck(bots?.chromiumPath ?? null),
    aiCheck(askModel && { model: config.ai?.text?.model ?? '', ask: askModel }),
  ]
}
