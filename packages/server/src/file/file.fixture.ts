/** Files as people upload them, and the calls that accept them. */
import type { CallResponse } from '@knowreel/shared/catalogue/call.ts'
import type { ErrorResponse } from '@knowreel/shared/error/app-error.ts'
import type { fileAttachmentCalls, imageCalls } from '@knowreel/shared/file/file.calls.ts'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import type { TestServer } from '../../test/server.ts'

type UploadResponses = {
  image: CallResponse<typeof imageCalls.upload>
  'file-attachment': CallResponse<typeof fileAttachmentCalls.upload>
}

type SentFile = { readonly name: string; readonly bytes: Uint8Array }

export async function upload<Kind extends keyof UploadResponses>(
  server: TestServer,
  kind: Kind,
  { articleId, ...sent }: SentFile & { readonly articleId: string },
  token: string | null,
): Promise<{ status: number; ok: UploadResponses[Kind]; error: ErrorResponse }> {
  const form = new FormData()
  form.append('file', new Blob([Uint8Array.from(sent.bytes)]), sent.name)
  const response = await fetch(`${server.url}/api/${kind}/upload?articleId=${articleId}`, {
    method: 'POST',
    headers: token === null ? {} : { authorization: `Bearer ${token}` },
    body: form,
  })
  const answer = (await response.json()) as unknown
  return { status: response.status, ok: answer as UploadResponses[Kind], error: answer as ErrorResponse }
}

/** Every file in the data folder, including drafts. */
export async function listStoredFiles({ dataDirectory }: Pick<TestServer, 'dataDirectory'>): Promise<string[]> {
  const root = path.join(dataDirectory, 'files')
  const found = await readdir(root, { recursive: true, withFileTypes: true })
  return found
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))
    .toSorted()
}
