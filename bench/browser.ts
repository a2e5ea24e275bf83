/** Bytes sent to a Chromium with an empty cache, and the time until it shows something. */
import { chromium, type Browser, type Page } from '@playwright/test'
import { percentile, report } from './report.ts'
import type { Seeded } from './seed.ts'

type Target = { baseURL: string; token: string }

const runs = 7
const chromiumFlags = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

export async function benchBrowser({ baseURL, token }: Target, seeded: Seeded): Promise<void> {
  const article = seeded.articles[0]
  if (article === undefined) throw new Error('No article to open')
  const articlePage = `${baseURL}/b/${seeded.workspace.shortId}/${seeded.workspace.slug}/${article.shortId}/${article.slug}`
  const isRoot = process.getuid?.() === 0
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    args: [...chromiumFlags, ...(isRoot ? ['--no-sandbox'] : [])],
  })
  try {
    await measure(
      browser,
      'sign-in page',
      `${baseURL}/login`,
      null,
      (page) => page.getByLabel('Password').first().waitFor(),
      '≤ 130 kB, ≤ 362 ms',
    )
    await measure(
      browser,
      'article page',
      articlePage,
      { baseURL, token },
      (page) => page.locator('main p').first().waitFor(),
      '≤ 200 kB, ≤ 601 ms',
    )
  } finally {
    await browser.close()
  }
}

async function measure(
  browser: Browser,
  name: string,
  url: string,
  session: Target | null,
  content: (page: Page) => Promise<void>,
  budget: string,
): Promise<void> {
  const times: number[] = []
  let scripts = { bytes: 0, requests: 0, laterBytes: 0 }
  for (let i = 0; i < runs; i++) {
    // A new context has an empty cache.
    const context = await browser.newContext()
    if (session) await context.addCookies([{ name: 'knowreel_token', value: session.token, url: session.baseURL }])
    const page = await context.newPage()
    const sent = watchScripts(page)
    const started = performance.now()
    await page.goto(url, { waitUntil: 'commit' })
    await content(page)
    times.push(performance.now() - started)
    const shownAt = Date.now()
    await page.waitForLoadState('networkidle')
    scripts = await sent(shownAt)
    await context.close()
  }
  report(
    name,
    {
      scriptKb: Math.round(scripts.bytes / 100) / 10,
      scripts: scripts.requests,
      laterKb: Math.round(scripts.laterBytes / 100) / 10,
      contentP50Ms: percentile(times, 0.5),
      contentMaxMs: percentile(times, 1),
    },
    budget,
  )
}

type SentScript = { startedAt: number; size: number }

/** Transferred bytes of scripts: those requested before the page showed its content, and those requested after it. */
function watchScripts(page: Page) {
  const sent: Promise<SentScript>[] = []
  page.on('requestfinished', (request) => {
    if (request.resourceType() !== 'script') return
    const startedAt = request.timing().startTime
    sent.push(request.sizes().then(({ responseBodySize: size }) => ({ startedAt, size })))
  })
  return async (shownAt: number) => {
    const all = await Promise.all(sent)
    const first = all.filter(({ startedAt }) => startedAt < shownAt)
    const sizeOf = (scripts: SentScript[]) => scripts.reduce((sum, { size }) => sum + size, 0)
    return { bytes: sizeOf(first), requests: first.length, laterBytes: sizeOf(all) - sizeOf(first) }
  }
}
