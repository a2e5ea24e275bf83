import { readSetting, writeSetting } from '../platform/browser-storage.ts'
import { showAction } from '../ui/toast/toast.ts'
import * as texts from './texts.ts'

const reloadedAtKey = 'knowreel.reloaded-at'
const minReloadIntervalMs = 30_000

/**
 * After a new version is installed, a page opened before requests files that are gone, and a reload loads the new ones.
 * It reloads at most once in half a minute, so that a file that is really missing causes no endless loop.
 *
 * A file that did not load proves nothing: the network or the server may be down, and a reload would lose the page.
 * Only a server that responds with another version triggers it. While someone is writing the choice is theirs, and so
 * it is if the version is the same: browsers do not retry a failed load until the page is reloaded.
 */
export function reloadOnceWhenOutdated(): void {
  window.addEventListener('vite:preloadError', () => void handleMissingFile())
}

let isChecking = false
let hasNotified = false

async function handleMissingFile(): Promise<void> {
  if (isChecking || hasNotified || Date.now() - Number(readSetting(reloadedAtKey) ?? 0) < minReloadIntervalMs) return
  isChecking = true
  const isNew = await hasNewVersion()
  isChecking = false
  if (isNew === null) return
  if (isNew && !isTyping()) {
    writeSetting(reloadedAtKey, String(Date.now()))
    return location.reload()
  }
  hasNotified = true
  const words = isNew ? texts.aNewVersionOfThis : texts.partOfThisPageCould
  showAction(words, texts.reload, () => location.reload())
}

/** Whether the page that the server delivers now starts with other files; null without a response. */
async function hasNewVersion(): Promise<boolean | null> {
  const begun = [...document.querySelectorAll('script[type=module][src]')].map((script) => script.getAttribute('src'))
  try {
    const answer = await fetch('/', { cache: 'no-store' })
    const page = await answer.text()
    return answer.ok ? begun.some((file) => file !== null && !page.includes(file)) : null
  } catch {
    return null
  }
}

const isTyping = (): boolean => document.activeElement?.matches('input, textarea, [contenteditable]') ?? false
