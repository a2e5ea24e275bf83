/** Waiting times of people: from a save to the first search that finds it, and from the last key to results on the screen. */
import { chromium, type Page } from '@playwright/test'
import { newId, newKey } from '@knowreel/shared/identity/ids.ts'
import { setTimeout as delay } from 'node:timers/promises'
import { percentile, reportGoals } from '../report.ts'
import { search, type Target } from './search-request.ts'
import { chineseWords, commonWords, rareWords, wordOf, type SearchedCompany } from './seed-search.ts'

const saves = 25

/** Saved through the server that also indexes, and searched for through one without rate limits. */
export async function measureSaves(
  mainURL: string,
  target: Target,
  { workspaceIds }: SearchedCompany,
  size: number,
): Promise<void> {
  const times: number[] = []
  for (let n = 0; n < saves; n++) {
    const word = `saved${newKey().toLowerCase()}`
    const started = performance.now()
    const response = await fetch(`${mainURL}/api/article/new`, {
      method: 'POST',
      headers: { authorization: `Bearer ${target.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        clientId: newId(),
        title: `Save ${n}`,
        workspace: workspaceIds[n % workspaceIds.length],
        parentArticle: null,
        tags: [],
        textTabs: [{ id: newKey(), title: 'Note', text: `<p>The ${word} is new.</p>` }],
        isPublish: true,
      }),
    })
    if (!response.ok) throw new Error(`Saving answered ${response.status}: ${await response.text()}`)
    while (!(await isFound(target, word))) await delay(20)
    times.push(performance.now() - started)
  }
  reportGoals(
    'search: save to found',
    { articles: size, saves, p50Ms: percentile(times, 0.5), p95Ms: percentile(times, 0.95) },
    { p95Ms: { max: 2000 } },
  )
}

async function isFound(target: Target, word: string): Promise<boolean> {
  const { articleNotes = [] } = await search(target, word)
  return articleNotes.length > 0
}

const debounceMs = 500
const keyMs = 60

/** With the built product in a real browser. */
export async function measureTyping(baseURL: string, token: string, size: number): Promise<void> {
  const isRoot = process.getuid?.() === 0
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    args: ['--disable-gpu', ...(isRoot ? ['--no-sandbox'] : [])],
  })
  try {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
    await context.addCookies([{ name: 'knowreel_token', value: token, url: baseURL }])
    const page = await context.newPage()
    await page.addInitScript(() => {
      document.addEventListener('input', () => performance.mark('typed'), true)
    })
    await page.goto(`${baseURL}/workspaces`)
    await page.getByRole('heading', { name: 'Workspaces' }).waitFor()
    await page.waitForLoadState('networkidle')
    await page.keyboard.press('/')
    await page.getByRole('combobox', { name: 'Search' }).waitFor()
    const typed = [
      ...rareWords.slice(0, 12),
      ...commonWords.slice(0, 12),
      ...Array.from({ length: 8 }, (_, n) => wordOf(320 + 41 * n).slice(0, 4)),
      ...chineseWords.slice(0, 8),
    ]
    const times: number[] = []
    for (const word of typed) times.push(await typeAndWait(page, word))
    reportGoals(
      'search: debounce to first results on screen',
      { articles: size, searches: times.length, p50Ms: percentile(times, 0.5), p95Ms: percentile(times, 0.95) },
      { p95Ms: { max: 100 } },
    )
  } finally {
    await browser.close()
  }
}

/** Milliseconds from the end of the debounce to the frame in which the word is marked in a result. */
async function typeAndWait(page: Page, word: string): Promise<number> {
  await page.getByRole('combobox', { name: 'Search' }).fill('')
  await page.locator('[role=option] mark').first().waitFor({ state: 'detached' })
  const shown = page.evaluate(
    (searched) =>
      new Promise<number>((resolve, reject) => {
        setTimeout(() => reject(new Error(`"${searched}" is not found`)), 60_000)
        const look = () => {
          const marks = Array.from(document.querySelectorAll('[role=option] mark'))
          if (!marks.some(({ textContent }) => textContent.startsWith(searched))) return
          observer.disconnect()
          // After the frame that paints them.
          requestAnimationFrame(() =>
            setTimeout(() =>
              resolve(performance.now() - (performance.getEntriesByName('typed').at(-1)?.startTime ?? 0)),
            ),
          )
        }
        const observer = new MutationObserver(look)
        observer.observe(document.body, { subtree: true, childList: true, characterData: true })
      }),
    word,
  )
  await page.keyboard.type(word, { delay: keyMs })
  return (await shown) - debounceMs
}
