/** Uploads one file and reports progress. Uses XMLHttpRequest, because fetch() reports no upload progress. */
import { addresses } from 'virtual:catalogue'
import type { CallResponse } from '@knowreel/shared/catalogue/call.ts'
import type { fileAttachmentCalls, imageCalls } from '@knowreel/shared/file/file.calls.ts'
import { connectionError, errorFromResponse } from '../../../platform/api/api-error.ts'
import { buildRequestUrl } from '../../../platform/api/request-url.ts'
import { readToken } from '../../../platform/session/session-token.ts'

export type UploadedImage = CallResponse<typeof imageCalls.upload>
type UploadedAttachment = CallResponse<typeof fileAttachmentCalls.upload>

type UploadOptions = {
  articleId: string
  signal: AbortSignal
  /** From 0 to 1. */
  onProgress: (share: number) => void
}

/** Rejects with ApiError, or with AbortError when the signal aborts. */
export const uploadImage = (file: File, options: UploadOptions): Promise<UploadedImage> =>
  uploadFile('image', file, options) as Promise<UploadedImage>

/** Like `uploadImage`. */
export const uploadAttachment = (file: File, options: UploadOptions): Promise<UploadedAttachment> =>
  uploadFile('fileAttachment', file, options) as Promise<UploadedAttachment>

function uploadFile(
  feature: 'image' | 'fileAttachment',
  file: File,
  { articleId, signal, onProgress }: UploadOptions,
): Promise<unknown> {
  const [path, method] = addresses[feature]?.upload?.split(' ') ?? []
  if (method === undefined || path === undefined) throw new Error(`There is no upload of ${feature}`)
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(method, `/api${buildRequestUrl(path, {}, { articleId })}`)
    request.responseType = 'json'
    const token = readToken()
    if (token) request.setRequestHeader('authorization', `Bearer ${token}`)
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
    request.onerror = () => reject(connectionError())
    request.onabort = () => reject(new DOMException('Cancelled', 'AbortError'))
    request.onload = () => {
      if (request.status >= 200 && request.status < 300) resolve(request.response)
      else reject(errorFromResponse(request.status, request.statusText, request.response))
    }
    signal.addEventListener('abort', () => request.abort())
    if (signal.aborted) return reject(new DOMException('Cancelled', 'AbortError'))
    const form = new FormData()
    form.append('file', file, file.name)
    request.send(form)
  })
}
