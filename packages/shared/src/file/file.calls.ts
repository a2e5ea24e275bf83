/**
 * Pictures and attachments of notes. A file is uploaded for an article or draft that the caller may edit, as the part
 * `file` of multipart/form-data. Notes contain the bare path; the page requests the signed URLs of all files at once. A
 * URL is valid for at least an hour, and ends within seconds of losing access.
 */
import * as z from 'zod'
import { call, may } from '../catalogue/call.ts'
import { anyId, isoTime, text } from '../catalogue/wire.ts'
import { fileLimits } from './file.rules.ts'

const minuteMs = 60_000

/** The article or draft whose notes will contain the file. */
const articleQuery = z.strictObject({ articleId: anyId })

const uploadRateLimit = { max: 120, windowMs: minuteMs }

/** In a list, a path that the caller cannot see is no error: the rest of the page is shown. */
const path = z.string().min(1).max(300)
const pathOrPaths = z.union([path, z.array(path).min(1).max(fileLimits.paths)])

/** The article whose page asks, if several show the file: the URL ends with access to it. */
const pageArticleId = anyId.optional()

/** For a list of paths, one URL each in order; null if the caller cannot see the file. */
const signedUrls = z.array(z.string().nullable()).nullable()

export const imageCalls = {
  upload: call({
    method: 'POST',
    path: '/image/upload',
    summary: 'Bring a picture: as a file, or by an address it is fetched from',
    allow: may('file.upload', 'query.articleId'),
    key: 'write',
    query: articleQuery,
    /** Only without a file. */
    body: z.strictObject({ url: text(fileLimits.urlLength) }).nullish(),
    acceptsFile: true,
    response: z.object({
      id: z.string(),
      /** The path for the note. */
      url: z.string(),
      /** The URL for the page. */
      signedUrl: z.string(),
      /** Pixels, with the camera's rotation applied. */
      width: z.number().int(),
      height: z.number().int(),
    }),
    errors: ['file_missing', 'not_an_image', 'image_too_large', 'image_too_many_pixels', 'wrong_image_url'],
    rateLimit: uploadRateLimit,
  }),
  url: call({
    method: 'POST',
    path: '/image/url',
    summary: 'Signed addresses of pictures that the caller sees in an article',
    allow: may('file.view', 'body.path'),
    key: 'read',
    body: z.strictObject({
      path: pathOrPaths,
      articleId: pageArticleId,
      /** Available width in pixels: selects the smallest sufficient copy, otherwise the original. */
      width: z.number().int().min(1).max(100_000).optional(),
    }),
    response: z.object({
      /** The requested path; null for a list. */
      url: z.string().nullable(),
      signedUrl: z.string().nullable(),
      signedUrls,
    }),
  }),
}

export const fileAttachmentCalls = {
  upload: call({
    method: 'POST',
    path: '/file-attachment/upload',
    summary: 'Upload an attachment of any type',
    allow: may('file.upload', 'query.articleId'),
    key: 'write',
    query: articleQuery,
    acceptsFile: true,
    response: z.object({
      id: z.string(),
      /** The path for the note. */
      url: z.string(),
      /** Always downloads the file, never displays it. */
      signedUrl: z.string(),
      /** Without folders, control characters and direction marks. */
      name: z.string(),
      /** Lower case without the dot; empty if the name has none. */
      ext: z.string(),
      /** In bytes. */
      size: z.number().int(),
      /** Time of the upload. */
      time: isoTime,
    }),
    errors: ['file_missing', 'file_too_large'],
    rateLimit: uploadRateLimit,
  }),
  url: call({
    method: 'POST',
    path: '/file-attachment/url',
    summary: 'Signed addresses of attachments that the caller sees in an article',
    allow: may('file.view', 'body.path'),
    key: 'read',
    body: z.strictObject({ path: pathOrPaths, articleId: pageArticleId }),
    response: z.object({ signedUrl: z.string().nullable(), signedUrls }),
  }),
}
