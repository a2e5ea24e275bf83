import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const packable = /\.(js|css|html|svg|json|txt|webmanifest)$/
/** Below this the header of a second encoding costs more than it saves. */
const smallestBytes = 256

/** Writes `.br` and `.gz` beside every file of the build, so that the server sends the best packing without any work. */
export function compressPlugin(): Plugin {
  let folder = ''
  return {
    name: 'knowreel-compress',
    apply: 'build',
    enforce: 'post',
    configResolved(config) {
      folder = config.build.outDir
    },
    async writeBundle() {
      const names = await readdir(folder, { recursive: true })
      for (const name of names.filter((candidate) => packable.test(candidate))) await pack(join(folder, name))
    },
  }
}

async function pack(file: string): Promise<void> {
  const content = await readFile(file)
  if (content.length < smallestBytes) return
  const brotli = await promisify(brotliCompress)(content, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length },
  })
  await writeFile(`${file}.br`, brotli)
  await writeFile(`${file}.gz`, await promisify(gzip)(content, { level: 9 }))
}
