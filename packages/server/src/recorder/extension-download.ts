/**
 * The recorder extension for this installation, as a zip file: the build with this installation's origin in its
 * manifest, so that it works here without requesting more permissions.
 */
import { AppError } from '@knowreel/shared/error/app-error.ts'
import { originPatterns } from '@knowreel/shared/recorder/installation-origin.ts'
import type { FastifyInstance } from 'fastify'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import yazl from 'yazl'
import { extensionAddress } from '@knowreel/shared/recorder/extension-channel.ts'

type DownloadDependencies = {
  /** The built extension; if it is missing, nothing can be downloaded. */
  readonly directory: string
  readonly publicAddress: () => string
  /** Companies have hosts below the public one. */
  readonly hasCompanyDomains: boolean
}

const folderInZip = 'knowreel-recorder'

export function registerExtensionDownload(app: FastifyInstance, dependencies: DownloadDependencies): void {
  app.get(extensionAddress, async (_request, reply) => {
    const zip = await packExtension(dependencies)
    return reply
      .headers({
        'content-disposition': `attachment; filename="${folderInZip}.zip"`,
        'cache-control': 'no-cache',
      })
      .type('application/zip')
      .send(zip)
  })
}

async function packExtension({ directory, publicAddress, hasCompanyDomains }: DownloadDependencies): Promise<Buffer> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true }).catch(() => [])
  const files = entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name))
  if (files.length === 0) throw new AppError('not_found')
  const zip = new yazl.ZipFile()
  for (const file of files.sort()) {
    const name = path.relative(directory, file)
    const content = await readFile(file)
    const packed = name === 'manifest.json' ? forInstallation(content, publicAddress(), hasCompanyDomains) : content
    zip.addBuffer(packed, `${folderInZip}/${name.split(path.sep).join('/')}`)
  }
  zip.end()
  return buffer(zip.outputStream)
}

function forInstallation(content: Buffer, address: string, hasCompanyDomains: boolean): Buffer {
  const manifest = JSON.parse(content.toString()) as { content_scripts?: { matches: string[] }[] }
  const matches = originPatterns(address, hasCompanyDomains)
  const bridge = { matches, js: ['bridge.js'], run_at: 'document_start' }
  return Buffer.from(
    JSON.stringify({ ...manifest, host_permissions: matches, content_scripts: [bridge] }, undefined, 2),
  )
}
