/** Looks at a screen as it stands: nothing in the console, nothing that axe finds, nothing that scrolls sideways. */
import path from 'node:path'
import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'

const folder = path.join(import.meta.dirname, '..', 'test-results', 'screens')
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** Here a screen only has to fit. */
const narrowest = 360
/** What another theme can change. */
const colourRules = ['color-contrast', 'link-in-text-block']

/** Gathers what a page complains about from now on. */
export function listen(page: Page): string[] {
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(`thrown: ${error.message}`))
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(`${message.type()}: ${message.text()}`)
  })
  return complaints
}

type Looking = {
  name: string
  widths: readonly number[]
  /** What lies over a screen that is looked at by itself elsewhere. */
  part?: string
}

/** Takes pictures of a screen in light and dark at each width, and gives what is wrong with it. */
export async function look(page: Page, { name, widths, part = 'html' }: Looking): Promise<string[]> {
  const problems: string[] = []
  for (const width of widths) {
    const height = page.viewportSize()?.height ?? 900
    await page.setViewportSize({ width, height })
    if (width <= narrowest) {
      await settle(page)
      problems.push(...(await findSideways(page)).map((problem) => `${width}: ${problem}`))
      continue
    }
    for (const scheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: scheme })
      await settle(page)
      const found = await findProblems(page, part, { isNewWidth: scheme === 'light', isFirst: width === widths[0] })
      problems.push(...found.map((problem) => `${width} ${scheme}: ${problem}`))
      await page.screenshot({ path: path.join(folder, `${name}-${width}-${scheme}.png`) })
    }
  }
  return problems
}

type Seen = { isNewWidth: boolean; isFirst: boolean }

/** Another width can change everything but colours, another theme only them. */
async function findProblems(page: Page, part: string, { isNewWidth, isFirst }: Seen): Promise<string[]> {
  if (isNewWidth) return [...(await findSideways(page)), ...(await runAxe(page, part))]
  return isFirst ? runAxe(page, part, colourRules) : []
}

/** Fonts are there, nothing is loading, and React has drawn what a new size or theme asks for. */
async function settle(page: Page): Promise<void> {
  await page.waitForFunction(
    () => !document.querySelector('[aria-busy="true"], [role="status"][aria-label^="Loading"]'),
  )
  await page.evaluate(async () => {
    await document.fonts.ready
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  })
}

async function runAxe(page: Page, part: string, only?: string[]): Promise<string[]> {
  // Without its legacy mode it would open an empty page for every report.
  const axe = new AxeBuilder({ page }).setLegacyMode().include(part)
  if (only) axe.withRules(only)
  else axe.options({ runOnly: rules, rules: { 'target-size': { enabled: true } } })
  const { violations } = await axe.analyze()
  return violations.flatMap(({ id, nodes }) =>
    nodes
      .map((node) => ({ place: node.target.join(' '), html: node.html }))
      // The caret scrolls code in the editor; axe knows only stops of the Tab key.
      .filter(({ place }) => id !== 'scrollable-region-focusable' || place !== 'pre')
      .map(({ place, html }) => `${id}: ${place}: ${html}`),
  )
}

/** Elements that are wider than their place, unless they are made to scroll: tables and code in a text. */
const findSideways = (page: Page): Promise<string[]> =>
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
