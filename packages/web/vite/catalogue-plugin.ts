import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Plugin } from 'vite'

const id = 'virtual:catalogue'
const resolvedId = `\0${id}`
const catalogueFile = fileURLToPath(new URL('../../shared/src/catalogue/catalogue.ts', import.meta.url))
const readerFile = fileURLToPath(new URL('read-catalogue.ts', import.meta.url))
const sharedFolder = fileURLToPath(new URL('../../shared/src/', import.meta.url))

/**
 * Provides the browser with the method and path of every call and nothing else. A child process evaluates the
 * catalogue, so that changes apply without a restart and zod never enters the bundle.
 */
export function cataloguePlugin(): Plugin {
  return {
    name: 'knowreel-catalogue',
    resolveId: (source) => (source === id ? resolvedId : undefined),
    async load(source) {
      if (source !== resolvedId) return undefined
      this.addWatchFile(catalogueFile)
      const { stdout } = await promisify(execFile)(process.execPath, [readerFile, catalogueFile])
      return `export const addresses = ${stdout}`
    },
    handleHotUpdate({ file, server }) {
      if (!file.startsWith(sharedFolder) || !file.endsWith('.calls.ts')) return
      const module = server.moduleGraph.getModuleById(resolvedId)
      if (module) server.moduleGraph.invalidateModule(module)
      server.ws.send({ type: 'full-reload' })
    },
  }
}
