/** Watches a page that shows hostile content: none of it may run, send requests, open windows or become markup. */
import type { Page } from '@playwright/test'
import { CANARY_HOST } from '../../packages/server/test/xss/xss-payloads.ts'
import { collectConsoleErrors } from './check-screen.ts'
import { expect } from './people.ts'

/** Collects everything that must never happen, from now on. */
export async function watchForInjection(page: Page): Promise<string[]> {
  const faults = collectConsoleErrors(page)
  page.on('request', (request) => {
    if (URL.parse(request.url())?.hostname === CANARY_HOST) faults.push(`asked for ${request.url()}`)
  })
  page.on('popup', (popup) => faults.push(`opened ${popup.url()}`))
  page.on('dialog', (dialog) => {
    faults.push(`said ${dialog.message()}`)
    void dialog.accept()
  })
  await page.addInitScript(() => {
    Object.defineProperty(window, '__pwned', { value: () => console.error('a payload was run') })
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) => {
      console.error(`policy: ${violatedDirective} ${blockedURI} ${sample}`)
    })
  })
  return faults
}

/**
 * Finds elements and attributes that none of our pages uses, and triggers everything that waits for an event such as
 * hover or focus.
 */
export const findForeignElements = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const forbidden =
      'iframe, object, embed, base, frame, math, form[action], meta[http-equiv], template, main noscript, portal, marquee, body script, area, video, audio'
    const found = [...document.querySelectorAll('body *')].flatMap((element) => {
      const unsafeAttributes = [...element.attributes].flatMap(({ name, value }) => {
        const isAddress = ['href', 'src', 'action', 'formaction', 'xlink:href', 'srcset', 'ping', 'poster'].includes(
          name,
        )
        const scheme = /^[\u0000-\u0020]*([a-z][a-z0-9+.-]*):/i.exec(value)?.[1]?.toLowerCase()
        const isForeign =
          isAddress && scheme !== undefined && !['http', 'https', 'mailto', 'tel', 'data', 'blob'].includes(scheme)
        const isData = isAddress && name !== 'src' && scheme === 'data'
        const isAsking = name === 'style' && /url\(|expression|@import/i.test(value)
        return name.startsWith('on') || isForeign || isData || isAsking
          ? [`${element.localName} ${name}=${value.slice(0, 60)}`]
          : []
      })
      return element.matches(forbidden) ? [element.outerHTML.slice(0, 100), ...unsafeAttributes] : unsafeAttributes
    })
    for (const element of document.querySelectorAll('main *')) {
      for (const type of ['mouseover', 'pointerenter', 'focus', 'focusin', 'animationstart', 'toggle', 'error', 'load'])
        element.dispatchEvent(new Event(type, { bubbles: false }))
    }
    return found
  })

export async function expectNoInjection(page: Page, faults: readonly string[]): Promise<void> {
  expect(await findForeignElements(page)).toEqual([])
  await page.waitForTimeout(100)
  // A request for a missing page is not a security fault.
  expect(faults.filter((fault) => !/status of 404/.test(fault))).toEqual([])
}
