/** User input of a test in the browser: run by Node, called by `person.ts` in the page. */
import { defineBrowserCommand } from '@vitest/browser-playwright'
import type { CDPSession, Page } from 'playwright'

const pressKeys = defineBrowserCommand<[keys: string]>(({ page }, keys) => page.keyboard.press(keys))

/** All at once, like text from an input method: forms receive one input event. */
const typeText = defineBrowserCommand<[text: string]>(({ page }, text) => page.keyboard.insertText(text))

const movePointer = defineBrowserCommand<[x: number, y: number, steps?: number]>(({ page }, x, y, steps = 1) =>
  page.mouse.move(x, y, { steps }),
)
const clickAt = defineBrowserCommand<[x: number, y: number]>(({ page }, x, y) => page.mouse.click(x, y))
const holdPointer = defineBrowserCommand<[isDown: boolean]>(({ page }, isDown) =>
  isDown ? page.mouse.down() : page.mouse.up(),
)

/** An input method: shows each text in turn as the composition, then inserts `committed`, if that is not null. */
const composeText = defineBrowserCommand<[compositions: string[], committed: string | null]>(
  async ({ page }, compositions, committed) => {
    const session = await page.context().newCDPSession(page)
    for (const text of compositions) {
      const caret = { selectionStart: text.length, selectionEnd: text.length }
      await session.send('Input.imeSetComposition', { text, ...caret })
    }
    if (committed !== null) await session.send('Input.insertText', { text: committed })
    await session.detach()
  },
)

const emulateColors = defineBrowserCommand<[scheme: 'light' | 'dark']>(({ page }, colorScheme) =>
  page.emulateMedia({ colorScheme }),
)

const touchSessions = new WeakMap<Page, Promise<CDPSession>>()

/** A gesture is made in one session, which knows where the finger is. */
function touchSession(page: Page): Promise<CDPSession> {
  const session = touchSessions.get(page) ?? page.context().newCDPSession(page)
  touchSessions.set(page, session)
  return session
}

/** One finger on the screen; Chromium derives pointer events, scrolling and clicks. */
const touch = defineBrowserCommand<[action: 'touchStart' | 'touchMove' | 'touchEnd', x?: number, y?: number]>(
  async ({ page }, type, x = 0, y = 0) => {
    const session = await touchSession(page)
    await session.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x, y }] })
  },
)

/** A screen without a mouse, also for media queries. When it is switched off, `(hover: none)` stays until a reload. */
const emulateTouchScreen = defineBrowserCommand(async ({ page }) => {
  const session = await touchSession(page)
  await session.send('Emulation.setTouchEmulationEnabled', { enabled: true })
})

export const browserCommands = {
  pressKeys,
  typeText,
  composeText,
  movePointer,
  clickAt,
  holdPointer,
  touch,
  emulateTouchScreen,
  emulateColors,
}
