/** Stores images and attachments of an import for an article that is about to be created. */
import { AppError } from '@knowreel/shared/error/app-error.ts'
import { fileLimits } from '@knowreel/shared/file/file.rules.ts'
import { rule, type Member } from '../../../access/index.ts'
import { storeAttachment, storeImage, type StoreFileDependencies } from '../../../file/index.ts'
import type { JobServices } from '../../../platform/jobs/index.ts'
import { findWorkspaceAccess, workspaceAbilities } from '../../../workspace/index.ts'
import type { ImportEntry } from '../archive/import-entry.ts'
import { baseName, extensionOfPath } from '../archive/safe-path.ts'

export type StoredPicture = { readonly url: string }
export type StoredAttachmentCard = {
  readonly id: string
  readonly url: string
  readonly name: string
  readonly ext: string | null
  readonly size: number
  readonly time: string
}

export type FileStore = {
  /** Ids of the stored files, each to be placed in the article. */
  readonly stored: readonly string[]
  /** Each returns null if the file is unsuitable, too large or unreadable. */
  picture(name: string, content: Iterable<Uint8Array>): Promise<StoredPicture | null>
  pictureOf(entry: ImportEntry): Promise<StoredPicture | null>
  attachment(entry: ImportEntry, name: string): Promise<StoredAttachmentCard | null>
}

type Dependencies = {
  readonly services: Pick<JobServices, 'db' | 'files' | 'jobs'>
  readonly member: Member
  readonly workspaceId: string
  readonly articleId: string
}

export function createFileStore({ services, member, workspaceId, articleId }: Dependencies): FileStore {
  const uploadContext = { actor: member, articleId }
  const kept: string[] = []
  const pictures = new Map<string, StoredPicture | null>()
  const dependencies: StoreFileDependencies = {
    db: services.db,
    files: services.files,
    enqueue: services.jobs.enqueue,
    articles: {
      // The article does not exist yet: a person who may create it may add its files.
      uploadRule: rule({
        load: async (db) => {
          const access = await findWorkspaceAccess(db, member, workspaceId)
          if (access === null || access.companyId !== member.company.id) return null
          const isEditable = workspaceAbilities(access).editArticles
          return { rootId: articleId, companyId: access.companyId, isEditable }
        },
        may: (_actor, { isEditable }) => isEditable,
      }),
      findPage: () => Promise.resolve(null),
      listAccess: () => Promise.resolve(new Map()),
    },
  }
  const picture = (name: string, content: Iterable<Uint8Array> | AsyncIterable<Uint8Array>) =>
    storeOrNull(async () => {
      const image = await storeImage(dependencies, uploadContext, { name, content })
      kept.push(image.id)
      return { url: image.url }
    })

  return {
    stored: kept,
    picture,
    async pictureOf(entry) {
      const known = pictures.get(entry.path)
      if (known !== undefined) return known
      const found = entry.size > fileLimits.imageBytes ? null : await picture(baseName(entry.path), readChunks(entry))
      pictures.set(entry.path, found)
      return found
    },
    attachment: (entry, name) =>
      entry.size > fileLimits.attachmentBytes
        ? Promise.resolve(null)
        : storeOrNull(async () => {
            const file = await storeAttachment(dependencies, uploadContext, { name, content: readChunks(entry) })
            kept.push(file.id)
            const { id, url, size, createdAt } = file
            const ext = extensionOfPath(file.name)
            return { id, url, name: file.name, ext: ext === '' ? null : ext, size, time: createdAt.toISOString() }
          }),
  }
}

class UnreadableEntry extends Error {}

/** The data in the archive may end early or not be what it claims. */
async function* readChunks(entry: ImportEntry): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of (await entry.open()) as AsyncIterable<Buffer>) yield chunk
  } catch (error) {
    throw new UnreadableEntry(entry.path, { cause: error })
  }
}

const skippedErrors = new Set(['not_an_image', 'image_too_large', 'image_too_many_pixels', 'file_too_large'])

async function storeOrNull<Kept>(keep: () => Promise<Kept>): Promise<Kept | null> {
  try {
    return await keep()
  } catch (error) {
    if (error instanceof AppError && skippedErrors.has(error.code)) return null
    if (error instanceof UnreadableEntry || (error instanceof Error && error.cause instanceof UnreadableEntry))
      return null
    throw error
  }
}
