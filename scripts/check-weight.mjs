// Script size of the pages that people open first, measured in the built web app. Scripts loaded later, when a page is
// idle or after a click, do not count; bench/browser.ts measures both.
import { readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { pathToFileURL } from 'node:url'
import { buildWeb, fail, prepare, root } from './prepare.mjs'

/** Transferred kB (brotli), about one per cent above the current size, so that growth requires a decision. */
const BUDGETS = [
  { page: 'sign-in page', address: '/login', kB: 138 },
  { page: 'article page', address: '/b/workspace/slug/article', kB: 181 },
  { page: 'shared page', address: '/b/shared/token', kB: 146 },
]

const dist = path.join(root, 'packages/web/dist')

/** Prints the weight of each page; returns how many are within their budget and how many exceed it. */
export function weighPages() {
  const html = readFileSync(path.join(dist, 'index.html'), 'utf8')
  const entry = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+\.js)"/g)].map(([, file]) => file)
  const table = /var pages = (\[\{.*\}\])/.exec(html)?.[1]
  if (!table || entry.length === 0) return fail('packages/web/dist/index.html names no scripts: was the build changed?')
  const pages = JSON.parse(table)

  const heavy = BUDGETS.filter(({ page, address, kB }) => {
    const { files } = pages.find(({ pattern }) => new RegExp(pattern).test(address)) ?? { files: [] }
    const scripts = [...new Set([...entry, ...files.filter((file) => file.endsWith('.js'))])]
    const sizes = scripts
      .map((file) => ({ file, bytes: bytesOf(file) }))
      .sort((left, right) => right.bytes - left.bytes)
    const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0)
    const isGood = total <= kB * 1000
    console.log(`${isGood ? '✓' : '✗'} script of the ${page}: ${inKB(total)} kB of ${kB} in ${scripts.length} files`)
    if (isGood) return false
    for (const { file, bytes } of sizes.slice(0, 12)) console.log(`    ${inKB(bytes).padStart(6)} kB  ${file}`)
    console.log('  Load later what reading the page does not need: ui/lazy-components.tsx, ui/menu-button.tsx.')
    return true
  })
  return { passed: BUDGETS.length - heavy.length, failed: heavy.length }
}

const inKB = (bytes) => (bytes / 1000).toFixed(1)

/** Small files have no compressed version. */
function bytesOf(file) {
  const packed = statSync(path.join(dist, `${file}.br`), { throwIfNoEntry: false })
  return (packed ?? statSync(path.join(dist, file))).size
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  prepare()
  buildWeb()
  process.exitCode = weighPages().failed > 0 ? 1 : 0
}
