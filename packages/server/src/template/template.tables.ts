import type { Generated } from 'kysely'

export type TemplatesTable = {
  id: string
  company_id: string
  /** Null for a template of the company. */
  owner_id: string | null
  author_id: string | null
  title: string
  /** HTML. */
  content: string
  created_at: Generated<Date>
}

declare module '../platform/database/db.ts' {
  interface Tables {
    templates: TemplatesTable
  }
}
