/**
 * User input and queries of a test: real key presses and pointer moves of the browser, on elements that a person can
 * find and reach.
 */
import { commands, page, type Locator } from 'vitest/browser'
import { expect } from 'vitest'

declare module 'vitest/browser' {
  interface BrowserCommands {
    pressKeys: (keys: string) => Promise<void>
    typeText: (text: string) => Promise<void>
    composeText: (compositions: readonly string[], committed: string | null) => Promise<void>
    movePointer: (x: number, y: number, steps?: number) => Promise<void>
    clickAt: (x: number, y: number) => Promise<void>
    holdPointer: (isDown: boolean) => Promise<void>
    touch: (action: 'touchStart' | 'touchMove' | 'touchEnd', x?: number, y?: number) => Promise<void>
    emulateTouchScreen: () => Promise<void>
    emulateColors: (scheme: 'light' | 'dark') => Promise<void>
  }
}

type Point = { x: number; y: number }
type PointerTarget = { /** Inside of the element, from its top left corner; else its middle. */ at?: Point }

export const person = {
  click: async (target: Locator, options?: PointerTarget) =>
    withPoint(target, options, ({ x, y }) => commands.clickAt(x, y)),
  hover: async (target: Locator, options?: PointerTarget) =>
    withPoint(target, options, ({ x, y }) => commands.movePointer(x, y)),

  /** Replaces the content of a field. */
  async fill(target: Locator, text: string): Promise<void> {
    const field = await waitUntilReachable(target)
    field.focus()
    if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) field.select()
    if (text === '') await commands.pressKeys('Delete')
    else await commands.typeText(text)
  },
  focus: async (target: Locator) => (await waitUntilReachable(target)).focus(),
  type: (text: string) => commands.typeText(text),
  /** Writes with an input method: the compositions in turn, then what is inserted; null leaves it composing. */
  compose: (compositions: readonly string[], committed: string | null = compositions.at(-1) ?? '') =>
    commands.composeText(compositions, committed),
  /** `Enter`, `Control+Enter`, `Alt+ArrowUp` …; several are pressed one after the other. */
  async press(...keys: string[]): Promise<void> {
    await waitForMenuFocus()
    for (const key of keys) await commands.pressKeys(key)
  },

  /** The colour scheme of the system; a test ends with `light`. */
  seeColors: (scheme: 'light' | 'dark') => commands.emulateColors(scheme),

  async drag(source: Locator, target: Locator | Point, options?: PointerTarget): Promise<void> {
    await withPoint(source, undefined, ({ x, y }) => commands.movePointer(x, y))
    await commands.holdPointer(true)
    const { x, y } = 'x' in target ? target : pointIn(await waitUntilReachable(target), options)
    await commands.movePointer(x, y, 6)
    await commands.holdPointer(false)
  },

  /* One finger. */
  /** Without waiting in between: on a busy machine, a slow tap would become a long press. */
  tap: (target: Locator, options?: PointerTarget): Promise<void> =>
    withPoint(target, options, async ({ x, y }) => {
      await Promise.all([commands.touch('touchStart', x, y), person.liftFinger()])
    }),
  putFinger: async (target: Locator, options?: PointerTarget) =>
    withPoint(target, options, ({ x, y }) => commands.touch('touchStart', x, y)),
  async moveFinger(from: Point, to: Point, steps = 6): Promise<void> {
    for (let step = 1; step <= steps; step++) {
      const at = (start: number, end: number) => start + ((end - start) * step) / steps
      await commands.touch('touchMove', at(from.x, to.x), at(from.y, to.y))
    }
  },
  liftFinger: () => commands.touch('touchEnd'),
  /** Without waiting in between, like a tap. */
  swipe: async (target: Locator, by: number): Promise<void> =>
    withPoint(target, undefined, async ({ x, y }) => {
      const start = commands.touch('touchStart', x, y)
      const moves = [0.25, 0.5, 0.75, 1].map((part) => commands.touch('touchMove', x + by * part, y))
      await Promise.all([start, ...moves, person.liftFinger()])
    }),
  /** With a screen but no mouse, from now on: only in files named `.touch.browser.test`. */
  useTouchScreen: () => commands.emulateTouchScreen(),
}

export const middleOf = (target: Locator): Point => pointIn(target.element() as HTMLElement, undefined)

/* Locators by role and accessible name. */

export const button = (name: string | RegExp, options?: { exact?: boolean }) =>
  page.getByRole('button', { name, ...options })
export const link = (name: string | RegExp) => page.getByRole('link', { name })
export const menuItem = (name: string | RegExp, options?: { exact?: boolean }) =>
  page.getByRole('menuitem', { name, ...options })
export const option = (name: string | RegExp) => page.getByRole('option', { name })
export const field = (name: string | RegExp, options?: { exact?: boolean }) => page.getByLabelText(name, options)
export const dialog = (name?: string | RegExp) => page.getByRole('dialog', { name })
export const row = (text: string | RegExp) => page.getByRole('row').filter({ hasText: text })
export const heading = (name: string | RegExp, level?: number) => page.getByRole('heading', { name, level })
/** The message at the bottom left. */
export const toast = (text: string | RegExp) => page.getByRole('status').filter({ hasText: text })
export const texts = (found: Locator): string[] => found.elements().map((element) => element.textContent ?? '')

export const expectVisible = (found: Locator | string | RegExp): Promise<void> =>
  expect
    .element(typeof found === 'string' || found instanceof RegExp ? page.getByText(found).first() : found)
    .toBeVisible()
/** The text is part of the element's text; `toHaveTextContent` matches the whole. */
export const expectText = (found: Locator, text: string): Promise<void> =>
  expect.poll(() => found.query()?.textContent, { message: found.selector }).toContain(text)
export const expectNoText = (found: Locator, text: string): Promise<void> =>
  expect.poll(() => found.query()?.textContent, { message: found.selector }).not.toContain(text)
/** The page contains no such element (any more). */
export const expectGone = (found: Locator): Promise<void> =>
  expect.poll(() => found.elements().length, { message: 'still in the page' }).toBe(0)

/** The code of a page loads with its first test. */
const timeoutMs = 20_000
const nextFrame = () => new Promise(requestAnimationFrame)

/** Checks in every frame until nothing is in the way. `obstacle` describes the problem, or returns null. */
async function waitUntilUnobstructed(
  target: Locator,
  obstacle: (element: HTMLElement) => string | null,
): Promise<HTMLElement> {
  for (const deadline = performance.now() + timeoutMs; ; await nextFrame()) {
    const elements = target.elements()
    const element = elements[0]
    const problem =
      elements.length !== 1
        ? `there are ${elements.length}`
        : element instanceof HTMLElement
          ? obstacle(element)
          : 'it is no HTML element'
    if (problem === null) return element as HTMLElement
    if (performance.now() > deadline) {
      const dialogs = texts(page.getByRole('dialog')).map((text) => text.slice(0, 100))
      throw new Error(
        `Cannot use ${target.selector}: ${problem}${dialogs.length > 0 ? `; open: ${dialogs.join(' | ')}` : ''}`,
      )
    }
  }
}

/** A menu takes the focus a task after it appears: sooner than a person presses a key, but not than a test does. */
async function waitForMenuFocus(): Promise<void> {
  const menus = [...document.querySelectorAll('[data-menu-dropdown]')]
  const isOutside = () =>
    menus.some((menu) => menu.checkVisibility()) && !menus.some((menu) => menu.contains(document.activeElement))
  for (const deadline = performance.now() + 300; isOutside() && performance.now() < deadline;) await nextFrame()
}

/** Waits until exactly one element is found and usable. */
const waitUntilReachable = (target: Locator): Promise<HTMLElement> =>
  waitUntilUnobstructed(target, (element) => {
    if (!element.checkVisibility({ visibilityProperty: true })) return 'it is hidden'
    return element.matches(':disabled') || element.closest('[inert]') ? 'it is disabled' : null
  })

/** Waits until the element does not move and nothing covers the point, as for a real pointer. */
async function withPoint(
  target: Locator,
  options: PointerTarget | undefined,
  act: (point: Point) => Promise<void>,
): Promise<void> {
  let point: Point = { x: 0, y: 0 }
  let last = ''
  await waitUntilReachable(target)
  await waitUntilUnobstructed(target, (element) => {
    element.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' })
    point = pointIn(element, options)
    const box = JSON.stringify(element.getBoundingClientRect())
    const isMoving = box !== last
    last = box
    if (isMoving) return 'it moves'
    const hit = document.elementFromPoint(point.x, point.y)
    const isHit = hit !== null && (element.contains(hit) || hit.closest('label')?.control === element)
    return isHit ? null : `it is covered by ${hit?.outerHTML.slice(0, 120)}`
  })
  await act(point)
}

function pointIn(element: HTMLElement, options: PointerTarget | undefined): Point {
  const box = element.getBoundingClientRect()
  return options?.at
    ? { x: box.x + options.at.x, y: box.y + options.at.y }
    : { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}
