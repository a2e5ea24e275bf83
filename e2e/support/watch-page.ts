import type { Page } from '@playwright/test'

/** Which scripts a page loads from now on. */
export function watchScripts(page: Page): { contain(text: string): Promise<boolean> } {
  const sources: Promise<string>[] = []
  page.on('response', (response) => {
    // A response of a page that was left has no body any more.
    if (response.request().resourceType() === 'script') sources.push(response.text().catch(() => ''))
  })
  return { contain: async (text) => (await Promise.all(sources)).some((source) => source.includes(text)) }
}

/** Only the code of the editor contains it. */
export const editorMark = '__ $YJS$ __'
/** Only the code of the player contains it. */
export const playerMark = 'requestVideoFrameCallback'

/** Watches the page from now on, also texts that are shown only for a moment; the result asks whether it had `text`. */
export async function watchForText(page: Page, text: string): Promise<() => Promise<boolean>> {
  const seen = await page.evaluateHandle((searched) => {
    const result = { isFound: false }
    new MutationObserver(() => {
      if (document.body.textContent.includes(searched)) result.isFound = true
    }).observe(document.body, { subtree: true, childList: true, characterData: true })
    return result
  }, text)
  return () => seen.evaluate(({ isFound }) => isFound)
}
