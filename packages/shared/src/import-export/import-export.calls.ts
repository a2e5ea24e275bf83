import * as z from 'zod'
import { call, companyWide, may } from '../catalogue/call.ts'
import { singleLine, success } from '../catalogue/wire.ts'
import { exportFormats, importLimits, recordingChoices } from './import-export.rules.ts'
import { importExportJob } from './import-export.wire.ts'

const exportForm = z.strictObject({
  format: z.enum(exportFormats),
  recordings: z.enum(recordingChoices).default('none'),
})

const jobResponse = z.object({ job: importExportJob })
const startRateLimit = { max: 30, windowMs: 60_000 }

export const importExportCalls = {
  exportWorkspace: call({
    method: 'POST',
    path: '/workspace/{id}/export',
    summary: 'Start exporting all articles of a workspace that the caller may read',
    allow: may('importExport.exportWorkspace', 'params.id'),
    key: companyWide('read'),
    allowsUnpaid: 'owner',
    body: exportForm,
    response: jobResponse,
    errors: ['already_running', 'workspace_archived'],
    rateLimit: startRateLimit,
    refusesOperators: true,
    audit: { action: 'workspace_exported', subject: { kind: 'workspace', at: 'params.id' }, details: ['format'] },
  }),
  exportArticle: call({
    method: 'POST',
    path: '/article/{id}/export',
    summary: 'Start exporting an article, optionally with its sub-articles',
    allow: may('importExport.exportArticle', 'params.id'),
    key: companyWide('read'),
    allowsUnpaid: 'owner',
    body: exportForm.extend({ isWithSubArticles: z.boolean().default(true) }),
    response: jobResponse,
    errors: ['already_running', 'workspace_archived'],
    rateLimit: startRateLimit,
    refusesOperators: true,
    audit: { action: 'article_exported', subject: { kind: 'article', at: 'params.id' }, details: ['format'] },
  }),
  importInto: call({
    method: 'POST',
    path: '/workspace/{id}/import',
    summary:
      'Begin to import; the bytes of each file are then PUT to its address, and the work begins with the last one',
    allow: may('importExport.import', 'params.id'),
    key: companyWide('write'),
    body: z.strictObject({
      files: z
        .array(
          z.strictObject({
            name: singleLine(255, 'The file has no name').pipe(z.string().trim().min(1, 'The file has no name')),
            /** In bytes. */
            size: z.number().int().min(1, 'The file is empty').max(importLimits.bytes, 'Files can have 1 GB at most'),
          }),
        )
        .min(1, 'Choose a file first')
        .max(importLimits.files, `At most ${importLimits.files} files at once`),
      /** False: the articles become drafts of the caller. */
      isPublished: z.boolean().default(true),
    }),
    response: jobResponse.extend({ uploads: z.array(z.string()) }),
    errors: ['already_running', 'workspace_archived'],
    rateLimit: startRateLimit,
  }),
  listJobs: call({
    method: 'GET',
    path: '/transfer-job',
    summary: 'Imports and exports of the caller in this company, newest first',
    allow: 'member',
    key: companyWide('read'),
    allowsUnpaid: 'owner',
    response: z.object({ jobs: z.array(importExportJob) }),
    refusesOperators: true,
  }),
  getJob: call({
    method: 'GET',
    path: '/transfer-job/{id}',
    summary: 'How far an import or export of the caller is, and what came of it',
    allow: 'member',
    key: companyWide('read'),
    allowsUnpaid: 'owner',
    response: jobResponse,
    refusesOperators: true,
  }),
  removeJob: call({
    method: 'DELETE',
    path: '/transfer-job/{id}',
    summary: 'Cancel an import or export; a finished job is deleted with its files',
    allow: 'member',
    key: companyWide('write'),
    allowsUnpaid: 'owner',
    response: success,
  }),
}
