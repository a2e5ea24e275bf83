/**
 * People export what they can read, and import where they can edit. For an archived workspace, the write is refused
 * with the reason.
 */
import type { Permission } from '@knowreel/shared/access/permissions.ts'
import type { AnyRule } from '../platform/http/feature.ts'
import { readInCompanyRule } from '../article/index.ts'
import { workspacePolicy } from '../workspace/index.ts'

export const importExportPolicy = {
  'importExport.exportWorkspace': workspacePolicy['workspace.viewPeople'],
  'importExport.exportArticle': readInCompanyRule,
  'importExport.import': workspacePolicy['workspace.reorder'],
} as const satisfies Record<Extract<Permission, `importExport.${string}`>, AnyRule>
