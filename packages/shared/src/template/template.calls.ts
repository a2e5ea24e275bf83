/** Texts to start a note with: a person's own and those of the company. The provided ones are part of the web app. */
import * as z from 'zod'
import { call, companyWide, may } from '../catalogue/call.ts'
import { success } from '../catalogue/wire.ts'
import { templateLimits } from './template.limits.ts'

export const template = z.object({
  id: z.string(),
  title: z.string(),
  /** Of the company; otherwise only its author sees it. */
  isShared: z.boolean(),
  /** Null if the author's account no longer exists. */
  authorName: z.string().nullable(),
  abilities: z.object({ manage: z.boolean() }),
})
export type Template = z.infer<typeof template>

const title = z
  .string()
  .trim()
  .min(1, 'Enter a name')
  .max(templateLimits.title, `At most ${templateLimits.title} characters`)
const response = z.object({ template })
const rateLimit = { max: 30, windowMs: 60_000 }

export const templateCalls = {
  list: call({
    method: 'GET',
    path: '/template',
    summary: 'The templates of the current company and of the caller, by name',
    allow: 'member',
    key: companyWide('read'),
    response: z.object({ templates: z.array(template) }),
  }),
  create: call({
    method: 'POST',
    path: '/template',
    summary: 'Save a note as a template, without its files, mentions and links into recordings',
    allow: 'member',
    key: companyWide('write'),
    body: z.strictObject({
      title,
      /** HTML, parsed with the schema of notes. */
      text: z.string().max(400_000),
      /** For the company; left out for the caller alone. */
      isShared: z.literal(true).optional(),
    }),
    response,
    errors: ['note_too_large', 'template_empty', 'too_many_templates'],
    rateLimit,
    audit: { action: 'template_created', details: ['title'], ifHas: 'isShared' },
  }),
  get: call({
    method: 'GET',
    path: '/template/{id}',
    summary: 'One template with its text',
    allow: may('template.view', 'params.id'),
    key: companyWide('read'),
    response: response.extend({ text: z.string() }),
  }),
  save: call({
    method: 'PUT',
    path: '/template/{id}',
    summary: 'Rename a template',
    allow: may('template.manage', 'params.id'),
    key: companyWide('write'),
    body: z.strictObject({ title }),
    response,
    rateLimit,
    audit: {
      action: 'template_renamed',
      subject: { kind: 'template', at: 'params.id' },
      details: ['title'],
      isSubjectRequired: true,
    },
  }),
  remove: call({
    method: 'DELETE',
    path: '/template/{id}',
    summary: 'Delete a template',
    allow: may('template.manage', 'params.id'),
    key: companyWide('write'),
    response: success,
    audit: { action: 'template_deleted', subject: { kind: 'template', at: 'params.id' }, isSubjectRequired: true },
  }),
}
