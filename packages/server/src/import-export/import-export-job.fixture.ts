/** Complete imports and exports for tests. */
import type { ImportExportJob } from '@knowreel/shared/import-export/import-export.wire.ts'
import type { TestServer } from '../../test/server.ts'
import { readArchive } from './archive.fixture.ts'

type Upload = { readonly name: string; readonly bytes: Uint8Array }

export async function startTestImport(
  server: TestServer,
  {
    token,
    workspaceId,
    files,
    isPublished = true,
  }: { token: string; workspaceId: string; files: readonly Upload[]; isPublished?: boolean },
): Promise<ImportExportJob> {
  const answer = await server.call(
    'importExport.importInto',
    {
      params: { id: workspaceId },
      body: { files: files.map(({ name, bytes }) => ({ name, size: bytes.length })), isPublished },
    },
    token,
  )
  const { job, uploads } = answer.ok
  for (const [index, address] of uploads.entries()) {
    const put = await fetch(server.url + address, {
      method: 'PUT',
      headers: { 'content-type': 'application/octet-stream' },
      body: Buffer.from(files[index]?.bytes ?? []),
    })
    if (!put.ok) throw new Error(`PUT answered ${put.status}: ${await put.text()}`)
  }
  return job
}

/** Waits until the job has ended. */
export async function waitForJob(server: TestServer, token: string, id: string): Promise<ImportExportJob> {
  for (let tries = 0; tries < 600; tries++) {
    const { job } = (await server.call('importExport.getJob', { params: { id } }, token)).ok
    if (job.status === 'done' || job.status === 'failed' || job.status === 'cancelled') return job
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('The import or export does not come to an end')
}

export const runTestImport = async (
  server: TestServer,
  asked: Parameters<typeof startTestImport>[1],
): Promise<ImportExportJob> => waitForJob(server, asked.token, (await startTestImport(server, asked)).id)

export async function fetchResult(server: TestServer, job: ImportExportJob): Promise<Map<string, Buffer>> {
  const answer = await fetch(server.url + (job.result?.url ?? ''))
  if (!answer.ok) throw new Error(`The result answered ${answer.status}`)
  return readArchive(Buffer.from(await answer.arrayBuffer()))
}
