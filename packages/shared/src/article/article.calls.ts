import * as z from 'zod'
import { call, may } from '../catalogue/call.ts'
import { anyId, flag, pageNumber, success, text } from '../catalogue/wire.ts'
import { orderTree } from '../workspace/order-tree.ts'
import { articleLimits } from './article.rules.ts'
import { article, articleSummary, textTab } from './article.wire.ts'
import { paragraphsInput } from '../video/paragraph.wire.ts'
import { textTabId } from './text-tab.rules.ts'

const idOrReference = z
  .union([anyId, z.object({ id: anyId })])
  .transform((value) => (typeof value === 'string' ? value : value.id))

const textTabInput = z.object({
  id: z.string().regex(textTabId, 'The key of a note tab has 16 letters or digits'),
  title: text(articleLimits.titleLength).nullish(),
  text: z.string().max(articleLimits.textBytes).nullish(),
})

/** The client sends the whole article back, so fields that cannot be set are ignored here. A field left out stays as it is. */
export const articleInput = z.object({
  title: text(articleLimits.titleLength).optional(),
  workspace: idOrReference.nullable().optional(),
  parentArticle: idOrReference.nullable().optional(),
  /** Counted and measured by the rules of tags, after trimming. */
  tags: z.array(text(200)).max(100).optional(),
  /** All tabs in their order; one that is left out is deleted. */
  textTabs: z.array(textTabInput).max(20).optional(),
  /** Ids of the tabs the sender knew of: with it, a tab that a colleague made meanwhile is kept. */
  knownTextTabs: z.array(anyId).max(20).nullish(),
  pinnedNote: anyId.nullable().optional(),
  paragraphs: paragraphsInput.optional(),
  /** Made by the client for a new article, so that a retry does not make a second one. */
  clientId: z.uuid().nullish(),
  /** Hash of what the client started from. */
  baseHash: z.string().max(64).nullish(),
  /** Hash of the paragraphs the client started from: with it, text that others typed meanwhile is no conflict. */
  baseParagraphsHash: z.string().max(64).nullish(),
})
export type ArticleInput = z.infer<typeof articleInput>

const requestFlag = z.boolean().nullish().transform(Boolean)

const articleBodyLimit = 4_000_000

const changedTree = z.object({ success: z.literal(true), articleIds: z.array(z.string()), workspaceOrder: orderTree })

export const articleCalls = {
  list: call({
    method: 'GET',
    path: '/article',
    summary: 'Published articles the caller may see, newest first',
    allow: 'member',
    query: z.strictObject({ page: pageNumber }),
    gives: z.object({ articles: z.array(articleSummary) }),
  }),
  get: call({
    method: 'GET',
    path: '/article/{id}',
    summary: 'One article; with draft=1 its draft where there is one and the caller may edit',
    allow: may('article.view', 'params.id'),
    query: z.strictObject({ draft: flag }),
    gives: z.object({ article }),
  }),
  save: call({
    method: 'POST',
    path: '/article/{id}',
    summary: "Publish or save; the id is the draft's, the article's or 'new'",
    allow: may('article.save', 'params.id'),
    body: articleInput.extend({ isPublish: requestFlag, isKeepDraft: requestFlag, isNotification: requestFlag }),
    gives: z.object({ article }),
    errors: [
      'article_title_empty',
      'article_workspace_empty',
      'already_published',
      'draft_changed',
      'too_many_text_tabs',
      'text_tab_key_taken',
      'note_too_large',
      'unknown_workspace',
      'unknown_article',
      'parent_not_text',
      'unknown_video',
      'paragraph_levels',
      'paragraph_title_empty',
    ],
    bodyLimit: articleBodyLimit,
  }),
  saveDraft: call({
    method: 'POST',
    path: '/article/{id}/draft',
    summary: "Save the draft, made if there is none; 'new' makes an article that was never published",
    allow: may('article.save', 'params.id'),
    body: articleInput.extend({ isKeepDraft: requestFlag, isRecording: requestFlag }),
    gives: z.object({ article, hash: z.string() }),
    errors: [
      'already_published',
      'draft_changed',
      'too_many_text_tabs',
      'text_tab_key_taken',
      'note_too_large',
      'unknown_workspace',
      'unknown_article',
      'parent_not_text',
      'unknown_video',
      'paragraph_levels',
      'paragraph_title_empty',
    ],
    bodyLimit: articleBodyLimit,
  }),
  notes: call({
    method: 'GET',
    path: '/article/{id}/notes',
    summary: 'The text tabs of an article',
    allow: may('article.view', 'params.id'),
    gives: z.object({ notes: z.array(textTab) }),
  }),
  remove: call({
    method: 'DELETE',
    path: '/article/{id}',
    summary: 'Delete an article and all under it',
    allow: may('article.edit', 'params.id'),
    gives: changedTree,
  }),
  setArchived: call({
    method: 'PUT',
    path: '/article/archived',
    summary: 'Archive or unarchive articles of one workspace, each with all under it',
    allow: may('article.edit', 'body.articleIds'),
    body: z.strictObject({ articleIds: z.array(anyId).min(1).max(1000), isArchived: z.boolean() }),
    gives: changedTree,
  }),
}

export const draftTypes = z.enum(['video', 'notes', 'both'])

export const draftCalls = {
  list: call({
    method: 'GET',
    path: '/draft/',
    summary: 'Drafts I made or last saved, newest first, twenty a page',
    allow: 'member',
    query: z.strictObject({ page: pageNumber, type: draftTypes.optional() }),
    gives: z.object({ articles: z.array(articleSummary), count: z.number().int() }),
  }),
  count: call({
    method: 'GET',
    path: '/draft/count',
    summary: 'How many drafts the list has',
    allow: 'member',
    gives: z.object({ draftsCount: z.number().int() }),
  }),
  get: call({
    method: 'GET',
    path: '/draft/{id}',
    summary: 'One draft',
    allow: may('draft.view', 'params.id'),
    gives: z.object({ article }),
    errors: ['draft_published'],
  }),
  remove: call({
    method: 'DELETE',
    path: '/draft/{id}',
    summary: 'Delete a draft; of a never published article, the article',
    allow: may('draft.edit', 'params.id'),
    gives: success,
  }),
  discardHash: call({
    method: 'GET',
    path: '/draft/{id}/discard-hash',
    summary: 'Hash of the content that discarding would give',
    allow: may('draft.edit', 'params.id'),
    gives: z.object({ hash: z.string() }),
  }),
  discard: call({
    method: 'POST',
    path: '/draft/{id}/discard',
    summary: 'Throw the changes of a draft away',
    allow: may('draft.edit', 'params.id'),
    body: z.strictObject({ hash: z.string().max(64).nullish() }).nullish(),
    gives: z.object({ article: article.nullable() }),
    errors: ['draft_changed'],
  }),
}
