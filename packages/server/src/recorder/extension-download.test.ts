import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import yauzl from 'yauzl'
import { text } from 'node:stream/consumers'
import { startTestServer } from '../../test/server.ts'

const folder = await mkdtemp(path.join(tmpdir(), 'knowreel-extension-'))
await mkdir(path.join(folder, 'icon'))
await writeFile(path.join(folder, 'manifest.json'), JSON.stringify({ manifest_version: 3, permissions: ['offscreen'] }))
await writeFile(path.join(folder, 'icon/16.png'), 'picture')
afterAll(() => rm(folder, { recursive: true, force: true }))

async function download(url: string): Promise<Record<string, string>> {
  const response = await fetch(`${url}/recorder/knowreel-recorder.zip`)
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/zip'])
  const zip = await yauzl.fromBufferPromise(Buffer.from(await response.arrayBuffer()))
  const files: Record<string, string> = {}
  for await (const entry of zip.eachEntry()) files[entry.fileName] = await text(await zip.openReadStreamPromise(entry))
  return files
}

test('the extension is downloaded with access to this installation, and to nothing else', async () => {
  const server = await startTestServer({
    extensionDirectory: folder,
    config: { publicUrl: 'https://know.example.org' },
  })
  const files = await download(server.url)
  expect(Object.keys(files)).toEqual(['knowreel-recorder/icon/16.png', 'knowreel-recorder/manifest.json'])
  const matches = ['https://know.example.org/*']
  expect(JSON.parse(files['knowreel-recorder/manifest.json'] ?? '')).toEqual({
    manifest_version: 3,
    permissions: ['offscreen'],
    host_permissions: matches,
    content_scripts: [{ matches, js: ['bridge.js'], run_at: 'document_start' }],
  })
})

test('hosts of companies are included where they exist', async () => {
  const config = { publicUrl: 'https://know.example.org', hasCompanyDomains: true }
  const server = await startTestServer({ extensionDirectory: folder, config })
  const { host_permissions: hosts } = JSON.parse((await download(server.url))['knowreel-recorder/manifest.json'] ?? '')
  expect(hosts).toEqual(['https://know.example.org/*', 'https://*.know.example.org/*'])
})

test('an installation without a build offers none', async () => {
  const server = await startTestServer()
  expect((await fetch(`${server.url}/recorder/knowreel-recorder.zip`)).status).toBe(404)
})
