import * as z from 'zod'
import { defineJob } from '../platform/jobs/index.ts'
import { purgeWorkspaces } from './workspace.queries.ts'

const retentionDays = 30
const dayMs = 86_400_000

/**
 * Articles deleted with their workspace are purged by their own feature; the workspace is removed after the last one.
 */
export const purgeDeletedWorkspaces = defineJob({
  name: 'purge-deleted-workspaces',
  title: 'Purge workspaces deleted 30 days ago',
  payload: z.strictObject({}),
  cron: '53 2 * * *',
  load:
    async () =>
    async ({ services, log }) => {
      log(`Removed ${await purgeWorkspaces(services.db, new Date(Date.now() - retentionDays * dayMs))}`)
    },
})
