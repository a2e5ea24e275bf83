import { attachmentExtension } from '@knowreel/shared/file/attachment-name.ts'
import { fileAttachmentCalls, imageCalls } from '@knowreel/shared/file/file.calls.ts'
import { findEmbed } from '@knowreel/shared/note/embed/embed-providers.ts'
import { embedCalls } from '@knowreel/shared/note/embed/embed.calls.ts'
import { AppError } from '@knowreel/shared/error/app-error.ts'
import { type Actor, type Member, requireMember, rule, serve, type SignAddress } from '../access/index.ts'
import type { Db } from '../platform/database/db.ts'
import type { PublicFetch } from '../platform/fetch/index.ts'
import type { RequestContext } from '../platform/http/feature.ts'
import { embedEndpoints, fetchEmbedTitle, type EmbedEndpoints } from './embed-title.ts'
import type { FileArticles } from './file-articles.ts'
import { recordFileUses } from './file.queries.ts'
import { storeAttachment } from './store-attachment.ts'
import type { StoreFileDependencies, StoredFile } from './store-file.ts'
import { storeImage, storeImageFromUrl } from './image/store-image.ts'
import { listVisibleFiles, scopesThroughArticle, type FileScope, type VisibleFile } from './seen/visible-files.ts'
import { toPathResponse, filterKind, signFile, type FoundFile, type SignedFile } from './seen/sign-file.ts'

export type FileDependencies = StoreFileDependencies & {
  readonly signAddress: SignAddress
  readonly fetchPublic: PublicFetch
  /** Default: those of the sites. */
  readonly embedEndpoints?: EmbedEndpoints | undefined
}

/** In a list, an invisible file is not an error: the rest of the page is shown. */
const filePolicy = (articles: FileArticles) =>
  ({
    'file.upload': articles.uploadRule,
    'file.view': rule<VisibleFile>({
      isForGuests: true,
      load: async (db, actor, path) => {
        const [seen] = await listVisibleFiles({ db, articles, actor }, [path])
        return seen === undefined || seen.file === null ? null : seen
      },
      loadAll: async (db, actor, paths) =>
        new Map((await listVisibleFiles({ db, articles, actor }, paths)).map((seen) => [seen.path, seen])),
      may: () => true,
    }),
  }) as const

export function fileRoutes(dependencies: FileDependencies) {
  const { articles, signAddress } = dependencies
  const policy = filePolicy(articles)
  const sign = (actor: Actor | null, scope: FileScope, file: SignedFile, width?: number) =>
    signFile(signAddress, actor, scope, file, width)

  const images = serve(imageCalls, policy, {
    upload: async ({ actor, query, body, request }) => {
      const uploadContext = { actor: requireMember(actor), articleId: query.articleId }
      const file = await readUpload(request)
      if (file === null && !body) throw new AppError('file_missing')
      const kept = file
        ? await storeImage(dependencies, uploadContext, file)
        : await storeImageFromUrl(dependencies, uploadContext, body?.url ?? '')
      const { id, key, url, width, height } = kept
      const scope = await scopeOfNewFile(dependencies, uploadContext.actor, kept)
      const signedUrl = sign(actor, scope, { key, kind: 'image', name: '', thumbnails: [] })
      return { id, url, signedUrl, width, height }
    },
    url: async ({ actor, subject, body }) => {
      const scopeOf = await pageScopes(dependencies, actor, [subject].flat(), body.articleId)
      const address = (seen: VisibleFile | undefined) => {
        const found = seen && filterKind(seen, 'image')
        return found ? sign(actor, scopeOf(found), found.file, body.width) : null
      }
      return toPathResponse(body.path, [subject].flat(), address)
    },
  })

  const attachments = serve(fileAttachmentCalls, policy, {
    upload: async ({ actor, query, request }) => {
      const uploadContext = { actor: requireMember(actor), articleId: query.articleId }
      const file = await readUpload(request)
      if (file === null) throw new AppError('file_missing')
      const kept = await storeAttachment(dependencies, uploadContext, file)
      const { id, key, url, name, size, createdAt } = kept
      const scope = await scopeOfNewFile(dependencies, uploadContext.actor, kept)
      const signedUrl = sign(actor, scope, { key, kind: 'attachment', name, thumbnails: [] })
      return { id, url, signedUrl, name, ext: attachmentExtension(name), size, time: createdAt.toISOString() }
    },
    url: async ({ actor, subject, body }) => {
      const scopeOf = await pageScopes(dependencies, actor, [subject].flat(), body.articleId)
      const address = (seen: VisibleFile | undefined) => {
        const found = seen && filterKind(seen, 'attachment')
        return found ? sign(actor, scopeOf(found), found.file) : null
      }
      const { signedUrl, signedUrls } = toPathResponse(body.path, [subject].flat(), address)
      return { signedUrl, signedUrls }
    },
  })

  const embeds = serve(embedCalls, policy, {
    title: async ({ query }) => {
      const embed = findEmbed(query.url)
      const { fetchPublic, embedEndpoints: endpoints = embedEndpoints } = dependencies
      return { title: embed && (await fetchEmbedTitle(embed, { fetchPublic, endpoints })) }
    },
  })

  return { image: images, fileAttachment: attachments, embed: embeds }
}

/**
 * Files on the page of an article are seen through that article, so that their URLs expire with it. An editor who
 * pastes files seen elsewhere adds them to this article.
 */
async function pageScopes(
  { db, articles }: { readonly db: Db; readonly articles: FileArticles },
  actor: Actor | null,
  subjects: readonly VisibleFile[],
  articleId: string | undefined,
): Promise<(found: FoundFile) => FileScope> {
  if (articleId === undefined) return ({ scope }) => scope
  const page = await articles.findPage(db, actor, articleId)
  if (page === null) throw new AppError('not_found')
  const ofPage = new Set(subjects.flatMap(({ file }) => (file?.articleIds.includes(page.rootId) ? [file.id] : [])))
  if (page.isEditable) {
    const brought = subjects.flatMap(({ file }) => (file !== null && !ofPage.has(file.id) ? [file.id] : []))
    await recordFileUses(db, brought, page.rootId)
    for (const id of brought) ofPage.add(id)
  }
  const through = await scopesThroughArticle({ db, articles, actor }, page.rootId)
  return ({ file, scope }) => (ofPage.has(file.id) ? through(file.key) : null) ?? scope
}

/** The note does not contain it yet, but its editors see it. */
async function scopeOfNewFile(
  { db, articles }: StoreFileDependencies,
  actor: Member,
  { rootId, key }: Pick<StoredFile, 'rootId' | 'key'>,
): Promise<FileScope> {
  const through = await scopesThroughArticle({ db, articles, actor }, rootId)
  return through(key) ?? `versions:${rootId}`
}

const readUpload = async ({ readFile: read }: RequestContext) => (read === null ? null : read())
