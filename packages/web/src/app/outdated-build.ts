import { readSetting, writeSetting } from '../platform/browser-storage.ts'
import { showAction } from '../ui/toast.ts'

const key = 'knowreel.reloaded-at'
const pauseMs = 30_000

/**
 * After a new version is installed, a page opened before asks for files that are gone. Loading it again gets the new
 * ones; once within half a minute, so that a file that is really missing does not turn into an endless loop. That a file
 * did not arrive says nothing: the network or the server may be away, and a page loaded anew then would be gone. Only a
 * server that answers with another version does. Where somebody is writing it is left to them, and so it is where the
 * version is the same: browsers do not ask again for what they could not load once, until the page is loaded anew.
 */
export function reloadOnceWhenOutdated(): void {
  window.addEventListener('vite:preloadError', () => void handleMissing())
}

let isAsking = false
let isTold = false

async function handleMissing(): Promise<void> {
  if (isAsking || isTold || Date.now() - Number(readSetting(key) ?? 0) < pauseMs) return
  isAsking = true
  const isNew = await isOtherVersion()
  isAsking = false
  if (isNew === null) return
  if (isNew && !isWriting()) {
    writeSetting(key, String(Date.now()))
    return location.reload()
  }
  isTold = true
  const words = isNew ? 'There is a new version of this page' : 'A part of this page could not be loaded'
  showAction(words, 'Load again', () => location.reload())
}

/** Whether the page that the server gives now begins with other files; null without an answer. */
async function isOtherVersion(): Promise<boolean | null> {
  const begun = [...document.querySelectorAll('script[type=module][src]')].map((script) => script.getAttribute('src'))
  try {
    const answer = await fetch('/', { cache: 'no-store' })
    const page = await answer.text()
    return answer.ok ? begun.some((file) => file !== null && !page.includes(file)) : null
  } catch {
    return null
  }
}

const isWriting = (): boolean => document.activeElement?.matches('input, textarea, [contenteditable]') ?? false
