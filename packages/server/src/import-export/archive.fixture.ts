/** Builds and reads archives in tests. */
import { buffer } from 'node:stream/consumers'
import yauzl from 'yauzl'
import yazl from 'yazl'

export type ArchiveContent = Readonly<Record<string, string | Uint8Array>>

export async function buildArchive(content: ArchiveContent): Promise<Buffer> {
  const zip = new yazl.ZipFile()
  for (const [path, bytes] of Object.entries(content)) zip.addBuffer(Buffer.from(bytes), path)
  zip.end()
  return buffer(zip.outputStream)
}

/** Contents as text, by path. */
export async function readArchive(bytes: Buffer): Promise<Map<string, Buffer>> {
  const zip = await yauzl.fromBufferPromise(bytes)
  const files = new Map<string, Buffer>()
  for await (const entry of zip.eachEntry()) {
    files.set(entry.fileName, await buffer(await zip.openReadStreamPromise(entry)))
  }
  return files
}
