import path from 'node:path'
import type { Config } from '../platform/config/config.ts'
import { createMailer } from '../platform/mail/index.ts'

export const openMailer = ({
  smtpUrl,
  dataDirectory,
  publicUrl,
}: Pick<Config, 'smtpUrl' | 'dataDirectory' | 'publicUrl'>) =>
  createMailer({
    smtpUrl,
    outboxDirectory: path.join(dataDirectory, 'outbox'),
    host: publicUrl === null ? 'localhost' : new URL(publicUrl).hostname,
  })
