/**
 * Dragging and scrolling in the timeline editor: 200 paragraphs, 1,000 markers, 1,000 pieces, three hours. The real
 * component in a real Chromium, built by Vite from packages/web/harness; the measured value is the time between frames.
 */
import { execFile } from 'node:child_process'
import { createReadStream, existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { chromium, type Page } from '@playwright/test'
import {
  removeRange,
  insertParagraph,
  moveParagraph,
  moveStart,
} from '../packages/shared/src/video/paragraph/paragraph-tree.rules.ts'
import { carryAnchor } from '../packages/shared/src/video/paragraph/carry-anchor.ts'
import { anchorAt, articleMap, type ParagraphTree } from '../packages/shared/src/video/paragraph/paragraph-tree.ts'
import { normalize } from '../packages/shared/src/video/play-map.ts'
import { percentile, report, round } from './report.ts'

const root = path.join(import.meta.dirname, '..')
const timelineSize = { paragraphs: 200, minutes: 180, markers: 1000, pieces: 1000 }
const gestureMs = 3000
/** A frame of a 60 Hz screen, plus the rounding of the browser's clock. */
const frameMs = 17

export async function benchTimeline(): Promise<void> {
  benchRules()
  const folder = await mkdtemp(path.join(os.tmpdir(), 'knowreel-timeline-bench-'))
  await promisify(execFile)(
    process.execPath,
    ['node_modules/vite/bin/vite.js', 'build', '-c', 'packages/web/vite/harness.config.ts', '--outDir', folder],
    { cwd: root },
  )
  const server = await serve(folder)
  const isRoot = process.getuid?.() === 0
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    args: ['--disable-gpu', '--no-first-run', ...(isRoot ? ['--no-sandbox'] : [])],
  })
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
    const query = new URLSearchParams(Object.entries(timelineSize).map(([name, value]) => [name, String(value)]))
    await page.goto(`${server.address}/timeline.html?${query}`)
    await page.getByRole('tree').waitFor()
    await page.waitForTimeout(1000)
    await measureGestures(page)
  } finally {
    await browser.close()
    server.close()
    await rm(folder, { recursive: true, force: true })
  }
}

async function measureGestures(page: Page): Promise<void> {
  await measureFrames(page, 'nothing happens', () => page.waitForTimeout(gestureMs))

  await page.keyboard.press('5')
  await page.keyboard.press('t')
  const grip = page.getByRole('slider', { name: 'End of the part to remove' })
  await measureFrames(page, 'the trim range is dragged, all in sight', () => drag(page, grip, 380))
  await page.keyboard.press('Escape')

  await measureFrames(page, 'zoomed in and out', () =>
    turnWheel(page, (step) => ({ isZoom: true, y: step % 60 < 30 ? -40 : 40 })),
  )
  for (let press = 0; press < 6; press++) await page.keyboard.press('+')
  await measureFrames(page, 'scrolled', () =>
    turnWheel(page, (step) => ({ isZoom: false, y: step % 120 < 60 ? 60 : -60 })),
  )

  // Selecting the next paragraph by key brings its start into view, wherever scrolling has ended.
  await page.getByRole('tree').click({ position: { x: 400, y: 14 } })
  await page.keyboard.press('ArrowRight')
  const block = page.getByRole('treeitem', { selected: true })
  const border = page.getByRole('slider', { name: /^Start of/ })
  await measureFrames(page, 'a border is dragged', () => drag(page, border, 120))
  await measureFrames(page, 'a paragraph is dragged', () => drag(page, block, 300))
  await page.keyboard.press(' ')
  await measureFrames(page, 'it plays', () => page.waitForTimeout(gestureMs))
}

/** Moves the pointer back and forth, more often than there are frames. */
async function drag(page: Page, handle: ReturnType<Page['locator']>, reach: number): Promise<void> {
  const box = await handle.boundingBox()
  if (!box) throw new Error('Nothing to take hold of')
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  await page.mouse.move(x, y)
  await page.mouse.down()
  const end = performance.now() + gestureMs
  for (let step = 0; performance.now() < end; step++) await page.mouse.move(x + Math.sin(step / 40) * reach, y)
  await page.mouse.move(x, y)
  await page.mouse.up()
}

async function turnWheel(page: Page, wheel: (step: number) => { isZoom: boolean; y: number }): Promise<void> {
  const box = await page.getByRole('tree').boundingBox()
  if (!box) throw new Error('Nothing to turn the wheel over')
  await page.mouse.move(box.x + box.width * 0.4, box.y + box.height + 40)
  if (wheel(0).isZoom) await page.keyboard.down('Control')
  const end = performance.now() + gestureMs
  for (let step = 0; performance.now() < end; step++) await page.mouse.wheel(0, wheel(step).y)
  await page.keyboard.up('Control')
}

async function measureFrames(page: Page, name: string, gesture: () => Promise<void>): Promise<void> {
  await page.evaluate(() => {
    const frames: number[] = []
    const watch = { frames, isOn: true }
    Object.assign(window, { watch })
    requestAnimationFrame(function next(now) {
      frames.push(now)
      if (watch.isOn) requestAnimationFrame(next)
    })
  })
  await gesture()
  const frames = await page.evaluate(() => {
    const { watch } = window as unknown as { watch: { frames: number[]; isOn: boolean } }
    watch.isOn = false
    return watch.frames
  })
  const gaps = frames.slice(1).map((at, index) => at - (frames[index] ?? at))
  report(
    `timeline: ${name}`,
    {
      frames: gaps.length,
      p50Ms: percentile(gaps, 0.5),
      p95Ms: percentile(gaps, 0.95),
      worstMs: percentile(gaps, 1),
      overFramePercent: round((gaps.filter((gap) => gap > frameMs).length / Math.max(1, gaps.length)) * 100),
    },
    '60 frames a second',
  )
}

/** The rules that run on every pointer movement and every edit. */
function benchRules(): void {
  const pieceMs = (timelineSize.minutes * 60_000) / timelineSize.pieces
  const each = timelineSize.pieces / timelineSize.paragraphs
  const tree: ParagraphTree = Array.from({ length: timelineSize.paragraphs }, (_, index) => ({
    id: `p${index}`,
    title: `Paragraph #${index}`,
    tags: [],
    isExpanded: true,
    items: [],
    map: normalize(
      Array.from({ length: each }, (_unused, piece) => ({
        videoId: `v${(index + piece) % 3}`,
        in: ((index * each + piece) * 7919) % 3_600_000,
        dur: pieceMs,
      })),
    ),
  }))
  const middle = pieceMs * (timelineSize.pieces / 2)
  const anchors = Array.from({ length: timelineSize.markers }, (_, index) =>
    anchorAt(tree, (index / timelineSize.markers) * timelineSize.minutes * 60_000),
  ).filter((anchor) => anchor !== null)
  const cut = [0, 1].map((which) => removeRange(tree, middle - 60_000, middle + which * 1000))
  const timed = (work: (round: number) => unknown): number => {
    const rounds = 500
    for (let index = 0; index < 50; index++) work(index)
    const begun = performance.now()
    for (let index = 0; index < rounds; index++) work(index)
    return round(((performance.now() - begun) * 1000) / rounds)
  }
  report(
    'paragraphs: 200 with 1,000 pieces',
    {
      moveBorderUs: timed((index) => moveStart(tree, 'p100', middle + (index % 7) * 1000)),
      moveParagraphUs: timed((index) => moveParagraph(tree, 'p100', { parentId: null, index: index % 200 })),
      splitUs: timed((index) => insertParagraph(tree, middle + 4000 + (index % 7) * 100, { id: 'new' })),
      cutUs: timed((index) => removeRange(tree, middle - 60_000, middle + index * 100)),
      carryMarksUs: timed((index) => {
        const after = cut[index % 2] ?? tree
        return anchors.map((anchor) => carryAnchor(tree, after, anchor))
      }),
      wholeMapUs: timed(() => articleMap([...tree])),
    },
    'an edit within a frame, 16,000 µs',
  )
}

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
}

async function serve(folder: string): Promise<{ address: string; close: () => void }> {
  const server = http.createServer((request, response) => {
    const name = path.normalize(new URL(request.url ?? '/', 'http://localhost').pathname)
    const file = path.join(folder, name)
    if (!existsSync(file) || !file.startsWith(folder) || name.endsWith('/')) return void response.writeHead(404).end()
    response.setHeader('content-type', contentTypes[path.extname(file)] ?? 'application/octet-stream')
    createReadStream(file).pipe(response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { address: `http://127.0.0.1:${port}`, close: () => server.close() }
}
