import { AppError } from '@knowreel/shared/error/app-error.ts'
import { newId } from '@knowreel/shared/identity/ids.ts'
import { templateCalls, type Template } from '@knowreel/shared/template/template.calls.ts'
import { templateLimits } from '@knowreel/shared/template/template.limits.ts'
import { serve, type Actor } from '../access/index.ts'
import { lockCompany } from '../company/index.ts'
import type { Db } from '../platform/database/db.ts'
import { runTransaction } from '../platform/database/run-transaction.ts'
import type { Feature } from '../platform/http/feature.ts'
import { cleanTemplate } from './clean-template.ts'
import { mayManageTemplate, templatePolicy } from './template.policy.ts'
import {
  countTemplates,
  deleteTemplate,
  findTemplate,
  insertTemplate,
  listTemplates,
  readTemplateText,
  renameTemplate,
  type TemplateRow,
} from './template.queries.ts'

export function templateRoutes({ db }: { readonly db: Db }): Feature {
  return serve(templateCalls, templatePolicy, {
    list: async ({ actor }) => ({ templates: (await listTemplates(db, actor)).map((row) => toTemplate(actor, row)) }),
    create: async ({ actor, body }) => {
      const content = await cleanTemplate(body.text)
      const owner = { companyId: actor.company.id, ownerId: body.isShared ? null : actor.userId }
      const limit = body.isShared ? templateLimits.ofCompany : templateLimits.own
      const id = newId()
      const row = await runTransaction(db, async (trx) => {
        await lockCompany(trx, actor.company.id)
        if ((await countTemplates(trx, owner)) >= limit) throw new AppError('too_many_templates')
        await insertTemplate(trx, { ...owner, id, authorId: actor.userId, title: body.title, content })
        return findTemplate(trx, actor, id)
      })
      if (row === null) throw new AppError('not_found')
      return { template: toTemplate(actor, row) }
    },
    get: async ({ actor, subject }) => {
      const text = await readTemplateText(db, subject.id)
      if (text === null) throw new AppError('not_found')
      return { template: toTemplate(actor, subject), text }
    },
    save: async ({ actor, subject, body: { title } }) => {
      await runTransaction(db, (trx) => renameTemplate(trx, subject.id, title))
      return { template: toTemplate(actor, { ...subject, title }) }
    },
    remove: async ({ subject }) => {
      await runTransaction(db, (trx) => deleteTemplate(trx, subject.id))
      return { success: true as const }
    },
  })
}

const toTemplate = (actor: Actor | null, row: TemplateRow): Template => ({
  id: row.id,
  title: row.title,
  isShared: row.ownerId === null,
  authorName: row.authorName,
  abilities: { manage: mayManageTemplate(actor, row) },
})
