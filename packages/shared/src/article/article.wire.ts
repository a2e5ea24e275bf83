/** Articles as they travel. */
import * as z from 'zod'
import { isoTime } from '../catalogue/wire.ts'
import { articleSharing } from '../share/share.wire.ts'
import { person } from '../user/user.calls.ts'
import { paragraphWire } from '../video/paragraph.wire.ts'
import { rendition, video } from '../video/video.wire.ts'

export const textTab = z.object({
  /** 16 random characters made by the client, unique within the article; `key` is the same value. */
  id: z.string(),
  key: z.string(),
  title: z.string(),
  slug: z.string(),
  /** HTML, made and sanitised on the server from the note schema. */
  text: z.string(),
})
export type TextTab = z.infer<typeof textTab>

export const articleAbilities = z.object({
  editWorkspace: z.boolean(),
  deleteWorkspace: z.boolean(),
  editArticles: z.boolean(),
  manage: z.boolean(),
  downloadRecording: z.boolean(),
})

/** The workspace an article stands in, as much of it as the reader of the article needs. */
export const articleWorkspace = z.object({
  id: z.string(),
  shortId: z.string(),
  slug: z.string(),
  title: z.string(),
  visibility: z.enum(['personal', 'private', 'organization', 'public']),
  isArchived: z.boolean(),
})

const draftReference = z.object({ id: z.string(), shortId: z.string(), updatedAt: isoTime, user: person.nullable() })
const articleReference = z.object({ id: z.string(), shortId: z.string() })

/** An article without its text: what lists carry. */
export const articleSummary = z.object({
  id: z.string(),
  shortId: z.string(),
  slug: z.string(),
  title: z.string(),
  workspace: articleWorkspace.nullable(),
  parentArticle: z.string().nullable(),
  tags: z.array(z.string()),
  /** Milliseconds; above 0 means a video article. */
  duration: z.number().int(),
  isHasText: z.boolean(),
  isArchived: z.boolean(),
  isDraft: z.boolean(),
  /** Its recording is on its way: the draft is no text article, and can not be published yet. */
  isNotUploadedVideo: z.boolean(),
  /** Set on a draft of a published article. */
  original: articleReference.nullable(),
  createdAt: isoTime,
  updatedAt: isoTime,
  publishedAt: isoTime.nullable(),
  /** Who created it; `author` is the same. Null when the account is gone: 'Unknown author'. */
  user: person.nullable(),
  author: person.nullable(),
})
export type ArticleSummary = z.infer<typeof articleSummary>

export const article = articleSummary.extend({
  textTabs: z.array(textTab),
  /** In the order in which they are played; empty for a text article. */
  paragraphs: z.array(paragraphWire),
  /** The recordings that the paragraphs play. */
  videos: z.array(video),
  /** What accepting the upload of its recording gave; null before, and where none was uploaded for it. */
  acceptSessionId: z.string().nullable(),
  /** All of it in one file; null while that is not there, and for drafts. */
  rendition: rendition.nullable(),
  /** Id of the pinned tab. */
  pinnedNote: z.string().nullable(),
  /** The draft of this published article; only for those who may edit. */
  draft: draftReference.nullable(),
  updatedByUser: person.nullable(),
  /** SHA-256 over title, workspace, tags, tabs, pin and paragraphs; see article-hash.ts. */
  hash: z.string(),
  abilities: articleAbilities,
  ...articleSharing.shape,
})
export type Article = z.infer<typeof article>

/** One row of the sidebar's tree: as small as it can be, since a workspace may have thousands. */
export const articleTreeEntry = z.object({
  id: z.string(),
  shortId: z.string(),
  slug: z.string(),
  title: z.string(),
  duration: z.number().int(),
  isHasText: z.boolean(),
  /** It can be exported as it is. */
  isFirstTabFilled: z.boolean(),
  isArchived: z.boolean(),
  updatedAt: isoTime,
})
export type ArticleTreeEntry = z.infer<typeof articleTreeEntry>
