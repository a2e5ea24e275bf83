import { importExportCalls } from '@knowreel/shared/import-export/import-export.calls.ts'
import type { ImportExportJob } from '@knowreel/shared/import-export/import-export.wire.ts'
import { AppError } from '@knowreel/shared/error/app-error.ts'
import { type Member, requireMember, serve, type SignAddress } from '../access/index.ts'
import type { Db } from '../platform/database/db.ts'
import type { Enqueue } from '../platform/jobs/index.ts'
import { cancelOrDeleteJob, getOwnJob, startExport, startImport } from './start-job.ts'
import { importExportPolicy } from './import-export.policy.ts'
import { listJobs, type ImportExportJobRow } from './import-export.queries.ts'
import type { ImportAddresses } from './import-address.ts'
import { toJobViews } from './import-export-job-view.ts'

type Dependencies = {
  readonly db: Db
  readonly enqueue: Enqueue
  readonly signAddress: SignAddress
  readonly addresses: ImportAddresses
}

const maxListed = 50

export const importExportRoutes = (dependencies: Dependencies) => {
  const { db, signAddress, addresses } = dependencies
  const show = async (member: Member, row: ImportExportJobRow): Promise<{ job: ImportExportJob }> => {
    const [job] = await toJobViews({ db, member, signAddress }, [row])
    if (job === undefined) throw new AppError('not_found')
    return { job }
  }

  return serve(importExportCalls, importExportPolicy, {
    exportWorkspace: async ({ actor, subject, body }) => {
      const member = requireMember(actor, 'owner')
      const what = { workspaceId: subject.id, article: null }
      return show(member, await startExport(dependencies, member, what, { ...body, isWithSubArticles: true }))
    },
    exportArticle: async ({ actor, subject, body }) => {
      const member = requireMember(actor, 'owner')
      if (subject.workspaceId === null) throw new AppError('not_found')
      const what = { workspaceId: subject.workspaceId, article: { id: subject.id } }
      return show(member, await startExport(dependencies, member, what, body))
    },
    importInto: async ({ actor, subject, body }) => {
      const member = requireMember(actor)
      const row = await startImport(db, member, { workspaceId: subject.id, ...body })
      const uploads = row.sources.map((_, index) => addresses.sign(row.id, index))
      return { ...(await show(member, row)), uploads }
    },
    listJobs: async ({ actor }) => ({
      jobs: await toJobViews({ db, member: actor, signAddress }, await listJobs(db, actor, maxListed)),
    }),
    getJob: async ({ actor, params }) => show(actor, await getOwnJob(db, actor, params.id)),
    removeJob: async ({ actor, params }) => {
      await cancelOrDeleteJob(dependencies, actor, params.id)
      return { success: true }
    },
  })
}
