import { attachmentName } from '@knowreel/shared/file/attachment-name.ts'
import { fileLimits } from '@knowreel/shared/file/file.rules.ts'
import { AppError } from '@knowreel/shared/error/app-error.ts'
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { FetchTooLarge, type PublicFetch } from '../../platform/fetch/index.ts'
import { storeFile, type StoreFileDependencies, type StoredFile, type UploadContext } from '../store-file.ts'
import { limitBytes } from '../limit-bytes.ts'
import { readImage } from './read-image.ts'

export type StoredImage = StoredFile & {
  /** In pixels. */
  readonly width: number
  readonly height: number
}

type ImageContent = AsyncIterable<Uint8Array> | Iterable<Uint8Array>

/** Stores an image for the notes of an article. Throws `not_an_image`, `image_too_large`, `image_too_many_pixels`. */
export const storeImage = (
  dependencies: StoreFileDependencies,
  uploadContext: UploadContext,
  { name, content }: { readonly name: string; readonly content: ImageContent },
): Promise<StoredImage> =>
  dependencies.files.withFolder(async (folder) => {
    const [source, target] = [path.join(folder, 'brought'), path.join(folder, 'kept')]
    const tooLarge = () => new AppError('image_too_large')
    await pipeline(limitBytes(content, fileLimits.imageBytes, tooLarge), createWriteStream(source, { mode: 0o600 }))
    const { type, width, height } = await readImage(source, target)
    const kept = await storeFile(
      dependencies,
      uploadContext,
      { kind: 'image', name: attachmentName(name), type },
      async (key) => {
        const sha256 = await hashFile(target)
        return { size: await dependencies.files.putLocalFile(key, target), sha256, width, height }
      },
    )
    return { ...kept, width, height }
  })

async function hashFile(file: string): Promise<Buffer> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return hash.digest()
}

/** The limit for all requests together, because the person waits for the result. */
const fetchTimeoutMs = 15_000

/**
 * Fetches an image from the internet and stores it like an upload, so that our pages never request another host.
 * Details of a failure are not reported, because they would reveal what is at that host.
 */
export async function storeImageFromUrl(
  dependencies: StoreFileDependencies & { readonly fetchPublic: PublicFetch },
  uploadContext: UploadContext,
  url: string,
): Promise<StoredImage> {
  const content = await fetchImage(dependencies.fetchPublic, url)
  const name = decodeUriComponentSafely(URL.parse(url)?.pathname.split('/').at(-1) ?? '')
  try {
    return await storeImage(dependencies, uploadContext, { name, content: [content] })
  } catch (error) {
    throw error instanceof AppError && error.code === 'not_an_image'
      ? new AppError('wrong_image_url', { cause: error })
      : error
  }
}

async function fetchImage(fetchPublic: PublicFetch, url: string): Promise<Buffer> {
  try {
    return await fetchPublic(url, {
      maximumBytes: fileLimits.imageBytes,
      timeoutMs: fetchTimeoutMs,
      accept: 'image/jpeg, image/png, image/webp, image/gif',
    })
  } catch (error) {
    throw new AppError(error instanceof FetchTooLarge ? 'image_too_large' : 'wrong_image_url', { cause: error })
  }
}

function decodeUriComponentSafely(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
