/** Actions besides typing: images, files, drags, table cells, find and replace, the title. */
import type { Page } from '@playwright/test'
import type { Selection } from '@tiptap/pm/state'
import { LEDGER_COUNT } from './fuzz-page.ts'
import type { Random } from './fuzz-random.ts'

export type Action = (page: Page, random: Random) => Promise<unknown>

/** 12 × 8 pixels. */
const dotPng =
  'iVBORw0KGgoAAAANSUhEUgAAAAwAAAAICAIAAABChommAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAEUlEQVQYlWM45MhDEDGMKgIACV1loWDay0sAAAAASUVORK5CYII='

/** Delivers a file to the page as the operating system does. */
const pasteFile = (page: Page, name: string, type: string, content: string): Promise<void> =>
  page.evaluate(
    (given) => {
      const clipboardData = new DataTransfer()
      const bytes = Uint8Array.from(atob(given.content), (character) => character.charCodeAt(0))
      clipboardData.items.add(new File([bytes], given.name, { type: given.type }))
      const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
      window.fuzzEditor().view.dom.dispatchEvent(event)
    },
    { name, type, content },
  )

export const pasteImage: Action = (page) => pasteFile(page, 'dot.png', 'image/png', dotPng)
export const pasteAttachment: Action = (page) => pasteFile(page, 'plan.txt', 'text/plain', btoa('a plan'))

/** Images that are still uploading, including those that wait for a network. */
export const countUploads = (page: Page): Promise<number> =>
  page.evaluate(() => document.querySelectorAll('.note-editor [role=group][aria-label^="Upload of"]').length)

/**
 * Selects the node of these kinds at the relative position `share`; returns false when there is none below the ledgers.
 */
const selectNode = (page: Page, kinds: readonly string[], share: number): Promise<boolean> =>
  page.evaluate(
    ({ wanted, at, ledgers }) => {
      const { state, view } = window.fuzzEditor()
      const found: number[] = []
      state.doc.forEach((block, offset, index) => {
        if (index < ledgers) return
        if (wanted.includes(block.type.name)) found.push(offset)
        block.descendants((node, inside) => {
          if (wanted.includes(node.type.name)) found.push(offset + 1 + inside)
        })
      })
      const position = found[Math.floor(at * found.length)]
      if (position === undefined) return false
      const base = Object.getPrototypeOf(state.selection.constructor) as typeof Selection
      view.dispatch(state.tr.setSelection(base.fromJSON(state.doc, { type: 'node', anchor: position })))
      return true
    },
    { wanted: kinds, at: share, ledgers: LEDGER_COUNT },
  )

const randomFraction = (random: Random): number => random.below(1_000) / 1_000

const updateNode = (page: Page, kind: string, attrs: Record<string, unknown>): Promise<void> =>
  page.evaluate(
    ([name, given]) => {
      window.fuzzEditor().commands.updateAttributes(name, given)
    },
    [kind, attrs] as const,
  )

export const changeImage: Action = async (page, random) => {
  const display = random.pick(['inline', 'break', 'float-left', 'float-right'])
  const width = 20 + random.below(400)
  const attrs = random.pick<Record<string, unknown>>([
    { display },
    { width, height: Math.ceil((width * 2) / 3) },
    { alt: 'a dot', title: 'Dot' },
  ])
  if (await selectNode(page, ['image'], randomFraction(random))) await updateNode(page, 'image', attrs)
}

export const changeCodeLanguage: Action = async (page, random) => {
  const language = random.pick(['typescript', 'sql', null])
  if (await selectNode(page, ['codeBlock'], randomFraction(random))) await updateNode(page, 'codeBlock', { language })
}

/** Selects a whole node, as a click on it does, and presses a key. */
export const pressKeyOnNode: Action = async (page, random) => {
  const key = random.pick(['Delete', 'Enter', 'Control+d', 'x', 'ArrowRight'])
  if (
    await selectNode(
      page,
      ['image', 'fileAttachment', 'horizontalRule', 'mention', 'tableOfContents', 'callout', 'embed'],
      randomFraction(random),
    )
  ) {
    await page.keyboard.press(key)
  }
}

/** Selects a rectangle of cells and changes one. */
export const changeCells: Action = async (page, random) => {
  const [table, one, other] = [randomFraction(random), randomFraction(random), randomFraction(random)]
  const hasCells = await page.evaluate(
    ({ shares, ledgers }) => {
      const { state, view } = window.fuzzEditor()
      const tables: number[][] = []
      state.doc.forEach((block, offset, index) => {
        if (index < ledgers || block.type.name !== 'table') return
        const cells: number[] = []
        block.descendants((node, inside) => {
          const isCell = /^table(Cell|Header)$/.test(node.type.name)
          if (isCell) cells.push(offset + 1 + inside)
          // A table inside a cell is a separate table.
          return !isCell
        })
        tables.push(cells)
      })
      const cells = tables[Math.floor((shares[0] ?? 0) * tables.length)]
      if (!cells || cells.length === 0) return false
      const [anchor, head] = [1, 2].map((at) => cells[Math.floor((shares[at] ?? 0) * cells.length)])
      const base = Object.getPrototypeOf(state.selection.constructor) as typeof Selection
      view.focus()
      view.dispatch(state.tr.setSelection(base.fromJSON(state.doc, { type: 'cell', anchor, head })))
      return true
    },
    { shares: [table, one, other], ledgers: LEDGER_COUNT },
  )
  if (!hasCells) return
  const width = 40 + random.below(300)
  const kind = random.below(6)
  if (kind === 0) return page.keyboard.press('Backspace')
  if (kind === 1) return page.keyboard.press('Control+b')
  return page.evaluate(
    ([which, columnWidth]) => {
      const { commands } = window.fuzzEditor()
      if (which === 2) commands.setCellAttribute('colwidth', [columnWidth])
      else if (which === 3) commands.splitCell()
      else commands.mergeCells()
    },
    [kind, width] as const,
  )
}

/** Drags a block by its handle to another position, also into a cell, a list or a column. */
export const dragBlock: Action = (page, random) =>
  page.evaluate(
    ({ from, to, ledgers }) => {
      const { state, view } = window.fuzzEditor()
      const begins: number[] = []
      state.doc.forEach((_block, offset, index) => {
        if (index >= ledgers) begins.push(offset)
      })
      const position = begins[Math.floor(from * begins.length)]
      const [, second] = begins
      if (position === undefined || second === undefined) return
      const base = Object.getPrototypeOf(state.selection.constructor) as typeof Selection
      view.dispatch(state.tr.setSelection(base.fromJSON(state.doc, { type: 'node', anchor: position })))
      const slice = view.state.selection.content()
      const target = second + 1 + Math.floor(to * Math.max(0, state.doc.content.size - second - 1))
      const node = view.domAtPos(target).node
      const element = node instanceof Element ? node : node.parentElement
      element?.scrollIntoView({ block: 'center' })
      const { left, top, bottom } = view.coordsAtPos(target)
      // Positions outside the viewport are measured wrongly.
      if (top < 0 || bottom > innerHeight || left < 0 || left > innerWidth) return
      view.dragging = { slice, move: true }
      const dataTransfer = new DataTransfer()
      const { dom, text } = view.serializeForClipboard(slice)
      dataTransfer.setData('text/html', dom.innerHTML)
      dataTransfer.setData('text/plain', text)
      const options = { bubbles: true, cancelable: true, clientX: left, clientY: (top + bottom) / 2, dataTransfer }
      const under = document.elementFromPoint(left, (top + bottom) / 2)
      if (under && view.dom.contains(under)) under.dispatchEvent(new DragEvent('drop', options))
      view.dragging = null
    },
    { from: randomFraction(random), to: randomFraction(random), ledgers: LEDGER_COUNT },
  )

export const undoAndRedo: Action = async (page, random) => {
  const steps = 3 + random.below(10)
  for (let index = 0; index < steps; index += 1) await page.keyboard.press('Control+z')
  const again = random.below(steps + 1)
  for (let index = 0; index < again; index += 1) await page.keyboard.press('Control+Shift+z')
}

/** The bar does not open if its code cannot be loaded now. */
export const findAndReplace: Action = async (page, random) => {
  const bar = page.getByRole('search', { name: 'Find in this note' })
  await page.keyboard.press('Control+f')
  const isOpen = await bar.waitFor({ timeout: 1_500 }).then(
    () => true,
    () => false,
  )
  if (!isOpen) return
  await bar.getByRole('textbox', { name: 'Find', exact: true }).fill(random.pick(['gateway', 'bold', 'done']))
  await bar.getByRole('textbox', { name: 'Replace with' }).fill(random.pick(['bold', 'gateway 漢', 'done', '']))
  const every = bar.getByRole('button', { name: random.pick(['Replace', 'Replace all']), exact: true })
  // The button stays disabled when nothing is found.
  await every.click({ timeout: 800 }).catch(() => undefined)
  await bar.getByRole('textbox', { name: 'Find', exact: true }).press('Escape')
  await bar.waitFor({ state: 'detached' })
}

export const renameArticle = async (page: Page, random: Random): Promise<void> =>
  page.getByRole('textbox', { name: 'Title', exact: true }).fill(`Edited at random, ${random.below(1_000)} times`)
