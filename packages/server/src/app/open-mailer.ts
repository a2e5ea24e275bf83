import path from 'node:path'
import type { Config } from '../platform/config/config.ts'
import { createMailer, type MailerOptions } from '../platform/mail/index.ts'

export const openMailer = (
  { smtpUrl, dataDirectory, publicUrl }: Pick<Config, 'smtpUrl' | 'dataDirectory' | 'publicUrl'>,
  onRefused?: MailerOptions['onRefused'],
) =>
  createMailer({
    smtpUrl,
    outboxDirectory: path.join(dataDirectory, 'outbox'),
    host: publicUrl === null ? 'localhost' : new URL(publicUrl).hostname,
    ...(onRefused && { onRefused }),
  })
