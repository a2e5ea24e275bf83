import { api } from '../../platform/api/api.ts'
import { createFileUrls } from './file-urls.ts'

/** For the signed-in reader, as long as the page is open. */
export const sessionFileUrls = createFileUrls(async ({ kind, paths, articleId, width }) => {
  const body = { path: [...paths], articleId }
  const { signedUrls } =
    kind === 'image'
      ? await api.image.url({ body: width === null ? body : { ...body, width } })
      : await api.fileAttachment.url({ body })
  return signedUrls ?? []
})
