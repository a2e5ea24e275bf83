/** Checks a screen in its current state: no console messages, no axe violations, no sideways scrolling. */
import path from 'node:path'
import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'

const folder = path.join(import.meta.dirname, '..', '..', 'test-results', 'screens')
const axeRules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** At this width a screen only has to fit. */
const minWidth = 360
/** The rules that depend on the theme. */
const colourRules = ['color-contrast', 'link-in-text-block']

/** Collects the page's console errors and warnings from now on. */
export function collectConsoleErrors(page: Page): string[] {
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(`thrown: ${error.message}`))
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(`${message.type()}: ${message.text()}`)
  })
  return complaints
}

type ScreenCheck = {
  name: string
  widths: readonly number[]
  /** Limits the check to an overlay; the screen behind it has its own check. */
  selector?: string
}

/**
 * Returns the problems of a screen in light and dark at each width. Only the soak tests check more than the first width
 * in light, and take screenshots. The page keeps the last width.
 */
export async function checkScreen(page: Page, { name, widths, selector = 'html' }: ScreenCheck): Promise<string[]> {
  const isSoak = Boolean(process.env.SOAK)
  const problems: string[] = []
  for (const width of isSoak ? widths : widths.slice(0, 1)) {
    const height = page.viewportSize()?.height ?? 900
    await page.setViewportSize({ width, height })
    if (width <= minWidth) {
      await waitUntilRendered(page)
      problems.push(...(await findHorizontalOverflow(page)).map((problem) => `${name} ${width}: ${problem}`))
      continue
    }
    for (const scheme of isSoak ? (['light', 'dark'] as const) : (['light'] as const)) {
      await page.emulateMedia({ colorScheme: scheme })
      await waitUntilRendered(page)
      const found = await findProblems(page, selector, {
        isNewWidth: scheme === 'light',
        isFirstTheme: width === widths[0],
      })
      problems.push(...found.map((problem) => `${name} ${width} ${scheme}: ${problem}`))
      if (isSoak) await page.screenshot({ path: path.join(folder, `${name}-${width}-${scheme}.png`) })
    }
  }
  const lastWidth = widths.at(-1)
  if (!isSoak && lastWidth)
    await page.setViewportSize({ ...(page.viewportSize() ?? { height: 900 }), width: lastWidth })
  return problems
}

type CheckScope = { isNewWidth: boolean; isFirstTheme: boolean }

/** A new width can change everything except colours, a new theme only colours. */
async function findProblems(page: Page, part: string, { isNewWidth, isFirstTheme }: CheckScope): Promise<string[]> {
  if (isNewWidth) return [...(await findHorizontalOverflow(page)), ...(await runAxe(page, part))]
  return isFirstTheme ? runAxe(page, part, colourRules) : []
}

/** Waits until fonts are loaded, nothing is loading, and the new size or theme is rendered in its final colours. */
async function waitUntilRendered(page: Page): Promise<void> {
  await page.waitForFunction(
    () => !document.querySelector('[aria-busy="true"], [role="status"][aria-label^="Loading"]'),
  )
  await page.evaluate(async () => {
    await document.fonts.ready
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    const transitions = document.getAnimations().filter((animation) => animation instanceof CSSTransition)
    await Promise.allSettled(transitions.map(({ finished }) => finished))
  })
}

async function runAxe(page: Page, part: string, only?: string[]): Promise<string[]> {
  // Without legacy mode, axe would open an empty page for every report.
  const axe = new AxeBuilder({ page }).setLegacyMode().include(part)
  if (only) axe.withRules(only)
  else axe.options({ runOnly: axeRules, rules: { 'target-size': { enabled: true } } })
  const { violations } = await axe.analyze()
  return violations.flatMap(({ id, nodes }) =>
    nodes
      .map((node) => ({ selector: node.target.join(' '), html: node.html }))
      // Code blocks in the editor scroll with the caret; axe only recognises tab stops.
      .filter(({ selector }) => id !== 'scrollable-region-focusable' || selector !== 'pre')
      .map(({ selector, html }) => `${id}: ${selector}: ${html}`),
  )
}

/** Elements that overflow their container, except those designed to scroll: tables and code in a text. */
const findHorizontalOverflow = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const isMadeTo = (element: Element) => element.closest('pre, [data-scrolls-sideways], .tableWrapper') !== null
    return [...document.querySelectorAll('*')]
      .filter((element) => {
        const { overflowX } = getComputedStyle(element)
        const isScroller = element === document.documentElement || overflowX === 'auto' || overflowX === 'scroll'
        return isScroller && element.scrollWidth > element.clientWidth + 1 && !isMadeTo(element)
      })
      .map((element) => `scrolls sideways: ${element.outerHTML.slice(0, 120)}`)
  })
