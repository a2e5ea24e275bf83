import * as z from 'zod'
import { articleWorkspace } from '../article/article.wire.ts'
import { call, companyWide } from '../catalogue/call.ts'
import { isoTime, pageNumber, storable } from '../catalogue/wire.ts'

/** In the order in which they are shown. */
export const searchCategories = [
  'workspace',
  'article',
  'draft',
  'paragraph',
  'tag',
  'draftNotes',
  'articleNotes',
  'articleVideo',
  'draftVideo',
  'none',
] as const
export const searchCategory = z.enum(searchCategories)
export type SearchCategory = z.infer<typeof searchCategory>

/** The text of recordings: speech, or text on the screen. */
export const timedTextKinds = ['speech', 'screen'] as const
export type TimedTextKind = (typeof timedTextKinds)[number]

export const resultsPerPage = 15

/** Items of a list in a result. */
const maxItems = 100
const name = z.string().max(1000)

/** Where the words are in the plain text of a tab. */
const foundText = z.object({
  /** Which occurrence of `textToFind` it is, from 0. */
  initialIndex: z.number().int(),
  /** In UTF-16 units. */
  startIndex: z.number().int(),
  queryLength: z.number().int(),
  /** The words as they are written there. */
  textToFind: z.string().max(500),
  textTabId: z.string().max(64),
})

export const searchResult = z.object({
  /** The same result has the same id in every search. */
  id: z.string().min(1).max(200),
  category: searchCategory,
  title: z.string().max(1000),
  workspace: articleWorkspace.nullable(),
  parentArticle: z.object({ id: z.string(), title: z.string() }).nullable(),
  parentWorkspace: articleWorkspace.nullable(),
  /** The words around the match; null for a title. */
  trimmedText: z.string().max(2000).nullable(),
  /** `hh:mm:ss`, of paragraphs and of what is said or shown. */
  saidAt: z.string().nullable(),
  /** Milliseconds from the start of the article. */
  startTime: z.number().int().nullable(),
  articleId: z.string().nullable(),
  draftId: z.string().nullable(),
  isDraft: z.boolean(),
  foundTextProperties: foundText.nullable(),
  /** Set when the words are in this attachment or picture of the note; the page, slide or sheet counts from 1. */
  attachment: z
    .object({
      name: z.string().max(1000),
      page: z.number().int().nullable(),
      /** As the note refers to it; results of an earlier history have none. */
      path: z.string().max(200).optional(),
    })
    .nullable(),
  textTabs: z.array(z.object({ id: name, title: name, slug: name })).max(maxItems),
  /** Set when the words are said or shown in the recording. */
  timedText: z.enum(timedTextKinds).nullable(),
  /** The words around a match in speech; start and end in seconds of the article. */
  transcription: z
    .object({
      plainTranscription: z.string().max(2000),
      entries: z.array(z.object({ start: z.number(), end: z.number(), text: z.string().max(2000) })).max(maxItems),
    })
    .nullable(),
  tags: z.array(name).max(maxItems),
  paragraphs: z.array(z.object({ id: name, title: name, slug: name })).max(maxItems),
  /** For links and rows: of the article or draft. */
  shortId: z.string().nullable(),
  slug: z.string().nullable(),
  articleTitle: z.string().nullable(),
  /** The emoji of the article; results of an earlier history have none. */
  icon: z.string().max(100).nullish(),
  /** Milliseconds; above 0 means a video article. */
  duration: z.number().int(),
  updatedAt: isoTime.nullable(),
  author: z.string().nullable(),
  /** Number of articles of a tag or workspace. */
  count: z.number().int().nullable(),
  /** Set when the article is shared with the caller by name and not visible in its workspace. */
  sharedToken: z.string().nullable(),
})
export type SearchResult = z.infer<typeof searchResult>

const history = z.object({ history: z.object({ _id: z.string(), questions: z.array(searchResult) }) })
const question = z.strictObject({ question: storable(searchResult) })
const maxQuestionBytes = 64 * 1024
const minuteMs = 60_000

export const searchCalls = {
  global: call({
    method: 'GET',
    path: '/search/global/{q}',
    summary: 'Results that the caller may see, by category; without a category, the first page of each',
    allow: 'member',
    key: 'read',
    query: z.strictObject({
      category: z.enum(['all', ...searchCategories]).optional(),
      page: pageNumber,
      /** Rows of the category that are shown already. */
      skip: z.coerce.number().int().min(0).max(100_000).default(0),
    }),
    response: z.partialRecord(searchCategory, z.array(searchResult)),
    rateLimit: { max: 120, windowMs: minuteMs },
  }),
  history: call({
    method: 'GET',
    path: '/search/history',
    summary: 'The search history of the caller, newest first, without what they no longer see',
    allow: 'member',
    key: companyWide('read'),
    response: history,
  }),
  addToHistory: call({
    method: 'POST',
    path: '/search/history',
    summary: 'Add an opened result or a question to the history',
    allow: 'member',
    key: companyWide('write'),
    body: question,
    response: history,
    bodyLimit: maxQuestionBytes,
    rateLimit: { max: 60, windowMs: minuteMs },
  }),
  moveUpInHistory: call({
    method: 'PUT',
    path: '/search/history/{id}',
    summary: 'Make an entry of the history the newest',
    allow: 'member',
    key: companyWide('write'),
    body: question,
    response: history,
    bodyLimit: maxQuestionBytes,
    rateLimit: { max: 60, windowMs: minuteMs },
  }),
}
