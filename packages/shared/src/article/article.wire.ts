/** Wire format of articles. */
import * as z from 'zod'
import { isoTime } from '../catalogue/wire.ts'
import { articleSharing } from '../share/share.wire.ts'
import { person } from '../user/user.calls.ts'
import { paragraphWire } from '../video/paragraph/paragraph.wire.ts'
import { rendition, renditionFailure, video } from '../video/video.wire.ts'

export const textTab = z.object({
  /** 16 random characters created by the client, unique within the article; `key` has the same value. */
  id: z.string(),
  key: z.string(),
  title: z.string(),
  slug: z.string(),
  /** HTML, generated and sanitised on the server from the note schema. */
  text: z.string(),
})
export type TextTab = z.infer<typeof textTab>

/** One emoji. */
const icon = z.string().nullable()

export const articleAbilities = z.object({
  editWorkspace: z.boolean(),
  deleteWorkspace: z.boolean(),
  editArticles: z.boolean(),
  manage: z.boolean(),
  downloadRecording: z.boolean(),
  /** Comment on it and react to it. */
  comment: z.boolean(),
})

/** The fields of an article's workspace that its readers need. */
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

/** An article without its text, for lists. */
export const articleSummary = z.object({
  id: z.string(),
  shortId: z.string(),
  slug: z.string(),
  title: z.string(),
  icon,
  workspace: articleWorkspace.nullable(),
  parentArticle: z.string().nullable(),
  tags: z.array(z.string()),
  /** Milliseconds; above 0 means a video article. */
  duration: z.number().int(),
  isHasText: z.boolean(),
  isArchived: z.boolean(),
  isDraft: z.boolean(),
  /** Its recording is being uploaded: the draft is no text article and cannot be published yet. */
  isNotUploadedVideo: z.boolean(),
  /** Set on a draft of a published article. */
  original: articleReference.nullable(),
  createdAt: isoTime,
  updatedAt: isoTime,
  publishedAt: isoTime.nullable(),
  /** The creator; `author` is the same. Null if the account no longer exists: 'Unknown author'. */
  user: person.nullable(),
  author: person.nullable(),
})
export type ArticleSummary = z.infer<typeof articleSummary>

/** What a page shows above the article; see `ArticleCover`. */
const cover = z.object({
  source: z.string(),
  position: z.number().int(),
  /** Of a picture; null for a provided cover, and for a picture that this article may not show. */
  url: z.string().nullable(),
})

/** Shown of a published article in a card or row. */
export const articlePreview = z.object({
  id: z.string(),
  shortId: z.string(),
  title: z.string(),
  workspaceTitle: z.string(),
  /** Milliseconds; above 0 means a video article. */
  duration: z.number().int(),
  /** Null for a text article, and until there is one. */
  posterUrl: z.string().nullable(),
  /** The first words of its notes; empty without any. */
  excerpt: z.string(),
})
export type ArticlePreview = z.infer<typeof articlePreview>

/** An article that links to another. */
export const backlink = articleSummary
  .pick({ id: true, shortId: true, slug: true, title: true, duration: true })
  .extend({ workspace: articleWorkspace })
export type Backlink = z.infer<typeof backlink>

export const article = articleSummary.extend({
  cover: cover.nullable(),
  textTabs: z.array(textTab),
  /** In playing order; empty for a text article. */
  paragraphs: z.array(paragraphWire),
  /** The recordings that the paragraphs play; empty for people who may neither edit nor download the article. */
  videos: z.array(video),
  /** The id returned by accepting the upload of its recording; otherwise null. */
  acceptSessionId: z.string().nullable(),
  /** The whole article in one file; null until it is ready, and for drafts. */
  rendition: rendition.nullable(),
  /** Null for drafts, and unless making the rendition has failed. */
  renditionFailure: renditionFailure.nullable(),
  /** Id of the pinned tab. */
  pinnedNote: z.string().nullable(),
  /** The draft of this published article; only for people who may edit. */
  draft: draftReference.nullable(),
  updatedByUser: person.nullable(),
  /** Saved versions, of which 1,001 means more than 1,000; null for drafts and for people who may not edit. */
  versionsCount: z.number().int().nullable(),
  /** SHA-256 over title, icon, cover, workspace, tags, tabs, pin and paragraphs. */
  hash: z.string(),
  abilities: articleAbilities,
  ...articleSharing.shape,
})
export type Article = z.infer<typeof article>

/** One row of the sidebar tree; minimal, because a workspace may have thousands. */
export const articleTreeEntry = z.object({
  id: z.string(),
  shortId: z.string(),
  slug: z.string(),
  title: z.string(),
  icon,
  duration: z.number().int(),
  isHasText: z.boolean(),
  /** The article can be exported as PDF. */
  isFirstTabFilled: z.boolean(),
  isArchived: z.boolean(),
  updatedAt: isoTime,
})
export type ArticleTreeEntry = z.infer<typeof articleTreeEntry>
