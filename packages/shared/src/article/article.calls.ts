import * as z from 'zod'
import { call, may } from '../catalogue/call.ts'
import { anyId, flag, pageNumber, singleLine, success } from '../catalogue/wire.ts'
import { isShortId, isUuid } from '../identity/ids.ts'
import { orderTree } from '../workspace/order-tree.ts'
import { articleLimits } from './article.rules.ts'
import { centrePosition, isCoverSource, readEmoji } from './cover.rules.ts'
import { article, articlePreview, articleSummary, backlink, textTab } from './article.wire.ts'
import { paragraphsInput } from '../video/paragraph/paragraph.wire.ts'
import { renditionState } from '../video/video.wire.ts'
import { textTabId } from './text-tab.rules.ts'

const idOrReference = z
  .union([anyId, z.object({ id: anyId })])
  .transform((value) => (typeof value === 'string' ? value : value.id))

const textTabInput = z.object({
  id: z.string().regex(textTabId, 'The key of a note tab has 16 letters or digits'),
  title: singleLine(articleLimits.titleLength).nullish(),
  text: z.string().max(articleLimits.textBytes).nullish(),
})

const iconInput = z
  .string()
  .max(100)
  .transform((text, context) => {
    const emoji = readEmoji(text)
    if (emoji === null) context.addIssue({ code: 'custom', message: 'The icon is one emoji' })
    return emoji
  })

/** A picture is shown only if it may be shown in this article, like the pictures of notes. */
const coverInput = z.object({
  source: z.string().max(300).refine(isCoverSource, 'This cover does not exist'),
  position: z.number().int().min(0).max(100).default(centrePosition),
})

/** Clients send the whole article back, so fields that cannot be set are ignored. An omitted field stays unchanged. */
export const articleInput = z.object({
  title: singleLine(articleLimits.titleLength).optional(),
  icon: iconInput.nullable().optional(),
  cover: coverInput.nullable().optional(),
  workspace: idOrReference.nullable().optional(),
  parentArticle: idOrReference.nullable().optional(),
  /** Counted and measured by tags.rules.ts, after trimming. */
  tags: z.array(singleLine(200)).max(100).optional(),
  /** All tabs in order; an omitted tab is deleted. */
  textTabs: z.array(textTabInput).max(20).optional(),
  /** Ids of the tabs that the sender knew: tabs that a colleague created in the meantime are kept. */
  knownTextTabs: z.array(anyId).max(20).nullish(),
  pinnedNote: anyId.nullable().optional(),
  paragraphs: paragraphsInput.optional(),
  /** True: a recording is being uploaded for this draft, which has none yet. False: the upload is abandoned. */
  isNotUploadedVideo: z.boolean().optional(),
  /** The id returned by accepting that upload; null starts over after a failed upload. */
  acceptSessionId: anyId.nullable().optional(),
  /** Created by the client, so that a retry does not create a second article. */
  clientId: z.uuid().nullish(),
  /** The article or draft that a new one is copied from; the copy may play the same recordings. */
  copyOf: anyId.nullish(),
  /** Hash of the article that the client started from. */
  baseHash: z.string().max(64).nullish(),
  /** Hash of the paragraphs that the client started from; with it, concurrently typed text is no conflict. */
  baseParagraphsHash: z.string().max(64).nullish(),
  /** Title and tags that the client started from; with it, a save over a colleague's change is refused. */
  baseFields: z
    .object({ title: z.string().max(1000).optional(), tags: z.array(z.string().max(200)).max(100).optional() })
    .nullish(),
})
export type ArticleInput = z.infer<typeof articleInput>

const bodyFlag = z.boolean().nullish().transform(Boolean)

/** Each save may parse several long texts. An editor saves once at a time, and once per pause while typing. */
const saveRateLimit = { max: 240, windowMs: 60_000 }

const articleBodyLimit = 4_000_000

/** The articles that changed, and the tree of their workspace afterwards. */
export const treeResponse = z.object({
  success: z.literal(true),
  articleIds: z.array(z.string()),
  workspaceOrder: orderTree,
})

const articleResponse = z.object({ article, workspaceOrder: orderTree })

/** Errors of every call that saves the content of a draft. */
const savingErrors = [
  'already_published',
  'article_archived',
  'draft_changed',
  'too_many_text_tabs',
  'text_tab_key_taken',
  'note_too_large',
  'unknown_workspace',
  'unknown_article',
  'parent_not_text',
  'unknown_video',
  'piece_beyond_end',
  'paragraph_too_close',
  'too_many_paragraphs',
  'paragraph_levels',
  'paragraph_title_empty',
] as const

const previewedIds = z
  .string()
  .max(60 * 37)
  .transform((ids) => ids.split(',').filter((id) => id !== ''))
  .pipe(z.array(z.string().refine((id) => isUuid(id) || isShortId(id), 'Neither a uuid nor a short id')).max(60))

export const articleCalls = {
  list: call({
    method: 'GET',
    path: '/article',
    summary: 'Published articles the caller may see, newest first',
    allow: 'member',
    key: 'read',
    query: z.strictObject({
      page: pageNumber,
      /** Only articles whose recording the caller may download. */
      downloadable: flag,
      /** Only articles with this text in their title. */
      title: singleLine(articleLimits.titleLength).optional(),
    }),
    response: z.object({ articles: z.array(articleSummary) }),
  }),
  previews: call({
    method: 'GET',
    path: '/article/previews',
    summary:
      'Titles, posters and first words of those of up to 60 published articles, by any id, that the caller may see',
    allow: 'member',
    key: 'read',
    query: z.strictObject({ ids: previewedIds }),
    response: z.object({ previews: z.array(articlePreview) }),
  }),
  get: call({
    method: 'GET',
    path: '/article/{id}',
    summary: 'One article; with draft=1 its draft where there is one and the caller may edit',
    allow: may('article.view', 'params.id'),
    key: 'read',
    query: z.strictObject({ draft: flag }),
    response: z.object({ article }),
  }),
  save: call({
    method: 'POST',
    path: '/article/{id}',
    summary: "Publish or save; the id is the draft's, the article's or 'new'",
    allow: may('article.save', 'params.id'),
    key: 'write',
    body: articleInput.extend({
      isPublish: bodyFlag,
      isKeepDraft: bodyFlag,
      isNotification: bodyFlag,
      /** The version whose content is sent; unchanged tabs are restored from the stored note instead of the HTML. */
      restoresVersion: z.number().int().positive().nullish(),
    }),
    response: z.object({ article }),
    errors: ['article_title_empty', 'article_workspace_empty', 'video_not_uploaded', ...savingErrors],
    bodyLimit: articleBodyLimit,
    rateLimit: saveRateLimit,
  }),
  saveDraft: call({
    method: 'POST',
    path: '/article/{id}/draft',
    summary: "Save the draft, made if there is none; 'new' makes an article that was never published",
    allow: may('article.save', 'params.id'),
    key: 'write',
    body: articleInput.extend({ isKeepDraft: bodyFlag, isRecording: bodyFlag }),
    response: z.object({ article, hash: z.string() }),
    errors: savingErrors,
    bodyLimit: articleBodyLimit,
    rateLimit: saveRateLimit,
  }),
  notes: call({
    method: 'GET',
    path: '/article/{id}/notes',
    summary: 'The text tabs of an article',
    allow: may('article.view', 'params.id'),
    key: 'read',
    response: z.object({ notes: z.array(textTab) }),
  }),
  backlinks: call({
    method: 'GET',
    path: '/article/{id}/backlinks',
    summary: 'Published articles that link to this one and that the caller may see, changed last first, 20 per page',
    allow: may('article.view', 'params.id'),
    key: 'read',
    query: z.strictObject({ page: pageNumber }),
    response: z.object({ articles: z.array(backlink), count: z.number().int() }),
  }),
  videos: call({
    method: 'GET',
    path: '/article/{id}/videos',
    summary: 'Downloads of an article or draft: its rendition, if there is one, then its recordings',
    allow: may('article.download', 'params.id'),
    key: 'read',
    response: z.object({
      urls: z.array(z.object({ id: z.string(), url: z.string(), name: z.string() })),
      /** State of the rendition; null if a recording serves as rendition, or none was requested. */
      rendition: renditionState.nullable(),
    }),
    refusesOperators: true,
    audit: { action: 'recordings_downloaded', subject: { kind: 'article', at: 'params.id' } },
  }),
  retryRendition: call({
    method: 'POST',
    path: '/article/{id}/videos',
    summary: 'Retry what failed of a rendition: the rendition, or its recordings',
    allow: may('article.download', 'params.id'),
    key: 'write',
    response: success,
    errors: ['video_step_not_failed'],
    rateLimit: { max: 30, windowMs: 60_000 },
  }),
  remove: call({
    method: 'DELETE',
    path: '/article/{id}',
    summary: 'Delete an article and all under it',
    allow: may('article.edit', 'params.id'),
    key: 'write',
    response: treeResponse,
    audit: { action: 'article_deleted', subject: { kind: 'article', at: 'params.id' } },
  }),
  setArchived: call({
    method: 'PUT',
    path: '/article/archived',
    summary: 'Archive or unarchive articles of one workspace, each with all under it',
    allow: may('article.edit', 'body.articleIds'),
    key: 'write',
    body: z.strictObject({ articleIds: z.array(anyId).min(1).max(1000), isArchived: z.boolean() }),
    response: treeResponse,
  }),
  duplicate: call({
    method: 'POST',
    path: '/article/duplicate',
    summary: 'Duplicate an article directly after the original',
    allow: may('article.edit', 'body.articleId'),
    key: 'write',
    body: z.strictObject({ articleId: anyId }),
    response: articleResponse,
  }),
  merge: call({
    method: 'POST',
    path: '/article/merge',
    summary: 'Merge an article into another; its content comes first',
    allow: may('article.edit', 'body.articleId'),
    key: 'write',
    body: z.strictObject({ articleId: anyId, targetId: anyId.or(z.literal('')).nullish() }),
    response: articleResponse,
    errors: [
      'merge_target_missing',
      'merge_into_itself',
      'has_draft',
      'article_archived',
      'note_too_large',
      'too_many_paragraphs',
    ],
    audit: { action: 'article_merged', subject: { kind: 'article', at: 'body.articleId' }, details: ['targetId'] },
  }),
  transfer: call({
    method: 'PUT',
    path: '/article/transfer/{id}',
    summary: 'Move an article with all under it to another workspace, also of another company',
    allow: may('article.edit', 'params.id'),
    body: z.strictObject({ companyId: anyId, workspaceId: anyId }),
    response: treeResponse,
    // To another company: its people would keep access.
    errors: ['unknown_workspace', 'operator_session'],
    audit: {
      action: 'article_transferred',
      subject: { kind: 'article', at: 'params.id' },
      details: ['companyId', 'workspaceId'],
    },
  }),
}

export const draftTypes = z.enum(['video', 'notes', 'both'])

export const draftCalls = {
  list: call({
    method: 'GET',
    path: '/draft/',
    summary: 'Drafts the caller created or last saved, newest first, 20 per page',
    allow: 'member',
    key: 'read',
    query: z.strictObject({ page: pageNumber, type: draftTypes.optional() }),
    response: z.object({ articles: z.array(articleSummary), count: z.number().int() }),
  }),
  count: call({
    method: 'GET',
    path: '/draft/count',
    summary: 'How many drafts the list has',
    allow: 'member',
    key: 'read',
    response: z.object({ draftsCount: z.number().int() }),
  }),
  get: call({
    method: 'GET',
    path: '/draft/{id}',
    summary: 'One draft',
    allow: may('draft.view', 'params.id'),
    key: 'read',
    response: z.object({ article }),
    errors: ['draft_published'],
  }),
  append: call({
    method: 'POST',
    path: '/draft/{id}/append',
    summary: 'Add text to the end of a note of a draft; what people type at the same time is kept',
    allow: may('draft.edit', 'params.id'),
    key: 'write',
    body: z.strictObject({
      /** HTML, as in the tabs of an article. */
      text: z.string().min(1).max(articleLimits.textBytes),
      /** Absent: the first tab, which is made if there is none. */
      textTabId: anyId.optional(),
    }),
    response: z.object({ article }),
    errors: ['draft_published', 'already_published', 'note_too_large', 'too_many_text_tabs'],
    bodyLimit: articleBodyLimit,
    rateLimit: saveRateLimit,
  }),
  remove: call({
    method: 'DELETE',
    path: '/draft/{id}',
    summary: 'Delete a draft; of a never published article, the article',
    allow: may('draft.edit', 'params.id'),
    key: 'write',
    response: success,
  }),
  discardHash: call({
    method: 'GET',
    path: '/draft/{id}/discard-hash',
    summary: 'Hash of the content that discarding would give',
    allow: may('draft.edit', 'params.id'),
    key: 'read',
    response: z.object({ hash: z.string() }),
  }),
  discard: call({
    method: 'POST',
    path: '/draft/{id}/discard',
    summary: 'Throw the changes of a draft away',
    allow: may('draft.edit', 'params.id'),
    key: 'write',
    body: z.strictObject({ hash: z.string().max(64).nullish() }).nullish(),
    response: z.object({ article: article.nullable() }),
    errors: ['draft_changed'],
  }),
}
