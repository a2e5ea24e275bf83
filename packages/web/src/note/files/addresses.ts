import { api } from '../../platform/api/api.ts'
import { createFileAddresses } from './file-addresses.ts'

/** For the signed-in reader, as long as the page is open. */
export const fileAddresses = createFileAddresses(async ({ kind, paths, articleId, width }) => {
  const body = { path: [...paths], articleId }
  const { signedUrls } =
    kind === 'image'
      ? await api.image.url({ body: width === null ? body : { ...body, width } })
      : await api.fileAttachment.url({ body })
  return signedUrls ?? []
})
