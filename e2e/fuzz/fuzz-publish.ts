/** Publishes the draft at the end: readers must get exactly its last content. */
import { setTimeout as delay } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { noteJsonToHtml } from '../../packages/shared/src/note/note-html.ts'
import { readNoteJson } from '../../packages/server/src/note/index.ts'
import type { FuzzInput } from './fuzz-editing.ts'
import { firstDifference } from './fuzz-convergence.ts'

const PUBLISH_TIMEOUT_MS = 60_000
const TITLE_TIMEOUT_MS = 30_000

type ArticleResponse = { article: { id: string; title: string; textTabs: { id: string; text: string }[] } }

/** `publisher` and `other` both have the draft open. */
export async function findPublishingFaults(
  { db, server, tokens, article }: FuzzInput,
  publisher: Page,
  other: Page,
): Promise<string[]> {
  const faults: string[] = []
  const expected = new Map<string, string>()
  for (const tabId of [article.tabId, article.otherTabId]) {
    expected.set(tabId, noteJsonToHtml((await readNoteJson(db, article.id, tabId)) ?? { type: 'doc' }))
  }
  const readTitles = () => Promise.all([publisher, other].map((page) => titleField(page).inputValue()))
  let titles = await readTitles()
  // Saved a second after the last key, and then read by the other page.
  for (const until = Date.now() + TITLE_TIMEOUT_MS; titles[0] !== titles[1] && Date.now() < until; await delay(200))
    titles = await readTitles()
  if (titles[0] !== titles[1]) faults.push(`the titles differ: ${titles.join(' | ')}`)

  await publisher.getByRole('button', { name: /^Publish( and notify)?$/ }).click()
  await publisher.waitForURL(/\/b\//, { timeout: PUBLISH_TIMEOUT_MS })
  await other.getByText('This draft was published.').waitFor({ timeout: PUBLISH_TIMEOUT_MS })

  const answer = await fetch(`${server.baseURL}/api/article/${article.shortId}`, {
    headers: { authorization: `Bearer ${tokens[1]}` },
  })
  const { article: published } = (await answer.json()) as ArticleResponse
  if (published.title !== titles[0]) faults.push(`published as ${published.title}, not as ${titles[0]}`)
  for (const [tabId, html] of expected) {
    const text = published.textTabs.find(({ id }) => id === tabId)?.text ?? ''
    if (text !== html) faults.push(`published is not what was written:\n${firstDifference(html, text)}`)
  }
  const reader = await other.context().newPage()
  await reader.goto(publisher.url())
  const shown = reader.locator(`[data-quoted="${article.tabId}"]`)
  await shown.waitFor({ timeout: PUBLISH_TIMEOUT_MS })
  const differs = await shown.evaluate(
    (element, html) => {
      const letters = (text: string | null) => (text ?? '').replaceAll(/\s+/g, ' ').trim()
      const template = document.createElement('template')
      template.innerHTML = html
      const [read, written] = [letters(element.textContent), letters(template.content.textContent)]
      return read.includes(written) ? null : `${written.slice(0, 400)} … ${read.slice(0, 400)}`
    },
    expected.get(article.tabId) ?? '',
  )
  if (differs !== null) faults.push(`readers see something else: ${differs}`)
  return faults
}

const titleField = (page: Page) => page.getByRole('textbox', { name: 'Title', exact: true })
