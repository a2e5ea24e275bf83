import { readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const compressible = /\.(js|css|html|svg|json|txt|webmanifest)$/
const indexFile = 'index.html'
/** For smaller files the header of a second encoding costs more than it saves. */
const minBytes = 256

/**
 * Writes `.br` and `.gz` beside every file of the build, so that the server sends the best encoding without any work.
 * index.html is written last and atomically: a running server sees it only when everything it references exists.
 */
export function compressPlugin(): Plugin {
  let folder = ''
  let html: string | Uint8Array = ''
  return {
    name: 'knowreel-compress',
    apply: 'build',
    enforce: 'post',
    configResolved(config) {
      folder = config.build.outDir
    },
    generateBundle(_options, bundle) {
      const written = bundle[indexFile]
      if (written?.type !== 'asset') throw new Error(`The build has no ${indexFile}`)
      html = written.source
      delete bundle[indexFile]
    },
    async writeBundle() {
      const names = await readdir(folder, { recursive: true })
      for (const name of names.filter((candidate) => compressible.test(candidate)))
        await compressFile(join(folder, name))
      const unseen = join(folder, `${indexFile}.part`)
      await writeFile(unseen, html)
      await rename(unseen, join(folder, indexFile))
    },
  }
}

async function compressFile(file: string): Promise<void> {
  const content = await readFile(file)
  if (content.length < minBytes) return
  const brotli = await promisify(brotliCompress)(content, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length },
  })
  await writeFile(`${file}.br`, brotli)
  await writeFile(`${file}.gz`, await promisify(gzip)(content, { level: 9 }))
}
