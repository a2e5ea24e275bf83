/**
 * Pictures and attachments of notes. A file is brought for an article or a draft that the caller may edit, and travels as
 * the part `file` of multipart/form-data. Notes hold the bare path; the page asks once for the signed addresses of all it
 * shows. An address is good for at least an hour, and ends within seconds with the access it was given for.
 */
import * as z from 'zod'
import { call, may } from '../catalogue/call.ts'
import { anyId, isoTime, text } from '../catalogue/wire.ts'
import { fileLimits } from './file.rules.ts'

const minuteMs = 60_000

/** The article or draft for whose notes the file is brought. */
const forArticle = z.strictObject({ articleId: anyId })

const uploadRate = { max: 120, windowMs: minuteMs }

/** A path that names nothing the caller sees is no error in a list: the rest of the page is shown. */
const path = z.string().min(1).max(300)
const pathOrPaths = z.union([path, z.array(path).min(1).max(fileLimits.paths)])

/** Of several articles that show the file, the one whose page asks: the address ends with what that page shows. */
const onPageOf = anyId.optional()

/** For a list of paths, an address each in their order; null where the caller sees no such file. */
const signedUrls = z.array(z.string().nullable()).nullable()

export const imageCalls = {
  upload: call({
    method: 'POST',
    path: '/image/upload',
    summary: 'Bring a picture: as a file, or by an address it is fetched from',
    allow: may('file.upload', 'query.articleId'),
    query: forArticle,
    /** Only without a file. */
    body: z.strictObject({ url: text(fileLimits.urlLength) }).nullish(),
    takesFile: true,
    gives: z.object({
      id: z.string(),
      /** What the note holds. */
      url: z.string(),
      /** What the page shows. */
      signedUrl: z.string(),
      /** Pixels, as people see it: turned as its camera says. */
      width: z.number().int(),
      height: z.number().int(),
    }),
    errors: ['file_missing', 'not_an_image', 'image_too_large', 'image_too_many_pixels', 'wrong_image_url'],
    rateLimit: uploadRate,
  }),
  url: call({
    method: 'POST',
    path: '/image/url',
    summary: 'Signed addresses of pictures that the caller sees in an article',
    allow: may('file.view', 'body.path'),
    body: z.strictObject({
      path: pathOrPaths,
      articleId: onPageOf,
      /** Pixels the page has for it: of the smaller copies the first that is as wide, else the picture itself. */
      width: z.number().int().min(1).max(100_000).optional(),
    }),
    gives: z.object({
      /** The bare path that was asked for; null for a list. */
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
    summary: 'Bring an attachment, of any kind',
    allow: may('file.upload', 'query.articleId'),
    query: forArticle,
    takesFile: true,
    gives: z.object({
      id: z.string(),
      /** What the note holds. */
      url: z.string(),
      /** Always offers the file for saving, never shows it. */
      signedUrl: z.string(),
      /** Without folders, control characters and marks that turn the direction of writing. */
      name: z.string(),
      /** In small letters and without the dot; empty where the name has none. */
      ext: z.string(),
      /** Bytes. */
      size: z.number().int(),
      /** When it was brought. */
      time: isoTime,
    }),
    errors: ['file_missing', 'file_too_large'],
    rateLimit: uploadRate,
  }),
  url: call({
    method: 'POST',
    path: '/file-attachment/url',
    summary: 'Signed addresses of attachments that the caller sees in an article',
    allow: may('file.view', 'body.path'),
    body: z.strictObject({ path: pathOrPaths, articleId: onPageOf }),
    gives: z.object({ signedUrl: z.string().nullable(), signedUrls }),
  }),
}
