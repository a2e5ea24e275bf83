/** A page of a running server in which a recording is fed instead of made. */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import os from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { BrowserContext, Page } from '@playwright/test'
import type * as Vite from 'vite'
import type {} from './feed-page.ts'

export async function openFeedPage(context: BrowserContext, baseURL: string): Promise<Page> {
  const script = await buildScript()
  await context.route(`${baseURL}/feed`, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><script type="module" src="/feed.js"></script>' }),
  )
  await context.route(`${baseURL}/feed.js`, (route) => route.fulfill({ contentType: 'text/javascript', body: script }))
  const page = await context.newPage()
  await page.goto(`${baseURL}/feed`)
  await page.waitForFunction(() => 'feed' in window)
  return page
}

async function buildScript(): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'knowreel-feed-'))
  const web = path.join(import.meta.dirname, '..', '..', 'packages', 'web')
  // Vite, resolved from the package that depends on it.
  const place = createRequire(path.join(web, 'package.json')).resolve('vite')
  const { build } = (await import(pathToFileURL(place).href)) as typeof Vite
  await build({
    root: web,
    configFile: false,
    publicDir: false,
    logLevel: 'error',
    build: {
      outDir: folder,
      target: 'es2023',
      minify: false,
      modulePreload: false,
      rolldownOptions: {
        input: path.join(import.meta.dirname, 'feed-page.ts'),
        output: { entryFileNames: 'feed.js' },
      },
    },
  })
  const script = await readFile(path.join(folder, 'feed.js'), 'utf8')
  await rm(folder, { recursive: true, force: true })
  return script
}
