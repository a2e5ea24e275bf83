import type { QueryClient } from '@tanstack/react-query'
import { createFileAddresses, type AddressRequest, type FileAddresses } from '../../note/index.ts'
import { api } from '../../platform/api/api.ts'
import type { OpenedLink } from '../shared-address.ts'
import { readPass } from './link-pass.ts'
import { isLocked, isNotFound, sharedPageKey } from './shared-page.queries.ts'

/** Pictures and attachments of a page that is read by a link. */
export function sharedFiles(link: OpenedLink, queryClient: QueryClient): FileAddresses {
  return createFileAddresses(async (request) => {
    try {
      return await ask(link, request)
    } catch (error) {
      // The link has ended while the page was open: it is asked again, and goes.
      if (isNotFound(error) || isLocked(error)) {
        void queryClient.invalidateQueries({ queryKey: sharedPageKey(link) })
      }
      throw error
    }
  })
}

async function ask({ token, isPrivate }: OpenedLink, { kind, paths, width }: AddressRequest) {
  const body = { token, isPrivate, pass: readPass(token), path: [...paths] }
  const { signedUrls } =
    kind === 'image'
      ? await api.sharedBrowse.imageUrl({ body: width === null ? body : { ...body, width } })
      : await api.sharedBrowse.attachmentUrl({ body })
  return signedUrls ?? []
}
