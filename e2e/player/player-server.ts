/**
 * Runs the player without the product's server: builds the player's sources into a page for the engines and a watching
 * page, and serves recordings whose URLs can be made to expire at any moment.
 */
import { createReadStream } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import type * as Vite from 'vite'
import { cataloguePlugin } from '../../packages/web/vite/catalogue-plugin.ts'

type ServedRecording = { readonly id: string; readonly file: string; readonly mime: string }

export type PlayerServer = {
  readonly url: string
  readonly folder: string
  /** Serves recordings under these names from now on. */
  serve(recordings: readonly ServedRecording[]): void
  /** URLs issued so far return 403 from now on. */
  expireUrls(): void
  /** Number of requests refused since the last `expire`. */
  refusedRequests(): number
  /** Limits the sending rate of recordings from now on. */
  throttle(bytesPerSecond: number): void
  close(): Promise<void>
}

export async function startPlayerServer(): Promise<PlayerServer> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'knowreel-theatre-'))
  await buildPage(folder)
  const recordings = new Map<string, ServedRecording>()
  let season = 1
  let refused = 0
  let bytesPerSecond = Infinity

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://theatre')
    if (pathname === '/' || pathname === '/watching') {
      response
        .setHeader('content-type', 'text/html')
        .end(await pageHtml(folder, pathname === '/' ? 'page' : 'watching'))
      return
    }
    const recording = recordings.get(pathname.slice('/recordings/'.length))
    if (pathname.startsWith('/address/')) {
      response.end(`/recordings/${pathname.slice('/address/'.length)}?season=${season}`)
    } else if (recording === undefined) {
      const file = await readFile(path.join(folder, 'page', path.basename(pathname))).catch(() => null)
      if (file === null) response.writeHead(404).end()
      else response.setHeader('content-type', pathname.endsWith('.css') ? 'text/css' : 'text/javascript').end(file)
    } else if (Number(searchParams.get('season')) !== season) {
      refused++
      response.writeHead(403).end()
    } else await sendRange(recording, request, response, bytesPerSecond)
  }

  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://localhost:${port}/`,
    folder,
    serve: (shown) => shown.forEach((recording) => recordings.set(recording.id, recording)),
    expireUrls() {
      season++
      refused = 0
      // Media elements keep long responses open; those are closed as well.
      server.closeAllConnections()
    },
    refusedRequests: () => refused,
    throttle: (wanted) => (bytesPerSecond = wanted),
    async close() {
      server.closeAllConnections()
      server.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function sendRange(
  recording: ServedRecording,
  request: IncomingMessage,
  response: ServerResponse,
  bytesPerSecond: number,
): Promise<void> {
  const { size } = await stat(recording.file)
  const range = /bytes=(\d+)-(\d*)/.exec(request.headers.range ?? '')
  const start = Number(range?.[1] ?? 0)
  const end = range?.[2] ? Math.min(Number(range[2]), size - 1) : size - 1
  response.writeHead(range ? 206 : 200, {
    'content-type': recording.mime,
    'accept-ranges': 'bytes',
    'content-length': end - start + 1,
    ...(range && { 'content-range': `bytes ${start}-${end}/${size}` }),
  })
  const file = createReadStream(recording.file, { start, end })
  response.on('close', () => file.destroy())
  if (bytesPerSecond === Infinity) {
    file.pipe(response)
    return
  }
  file.on('error', () => response.destroy())
  for await (const chunk of file as AsyncIterable<Buffer>) {
    response.write(chunk)
    await delay((chunk.length / bytesPerSecond) * 1000)
  }
  response.end()
}

async function pageHtml(folder: string, name: 'page' | 'watching'): Promise<string> {
  const files = await readdir(path.join(folder, 'page'))
  const styles = files.filter((file) => file.endsWith('.css')).map((file) => `<link rel="stylesheet" href="/${file}">`)
  const head = name === 'page' ? '' : styles.join('')
  return `<!doctype html><html lang="en"><head><title>Player</title>${head}</head><body><div id="root"></div><script type="module" src="/${name}.js"></script>`
}

async function buildPage(folder: string): Promise<void> {
  const web = path.join(import.meta.dirname, '..', '..', 'packages', 'web')
  // Vite, resolved from the package that depends on it.
  const vitePath = createRequire(path.join(web, 'package.json')).resolve('vite')
  const { build } = (await import(pathToFileURL(vitePath).href)) as typeof Vite
  await build({
    root: web,
    configFile: false,
    publicDir: false,
    logLevel: 'error',
    plugins: [cataloguePlugin()],
    build: {
      outDir: path.join(folder, 'page'),
      target: 'es2023',
      assetsInlineLimit: 0,
      minify: false,
      modulePreload: false,
      rolldownOptions: {
        input: { page: path.join(import.meta.dirname, 'page.ts'), watching: path.join(web, 'harness', 'watching.tsx') },
        output: { entryFileNames: '[name].js', chunkFileNames: '[name].js', assetFileNames: '[name][extname]' },
      },
    },
  })
}
