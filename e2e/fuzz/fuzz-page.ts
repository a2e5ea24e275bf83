/**
 * The code inside the page during random editing: access to the editor through its element, positions to edit, and a
 * socket observer that knows up to which edit the server has reported "saved".
 *
 * The first blocks of the note are the ledgers, one for each person: people write words into their own that nobody
 * deletes, and everything random happens below them.
 */
import type { Page } from '@playwright/test'
import type { Editor, JSONContent } from '@tiptap/core'
import type { Selection, TextSelection } from '@tiptap/pm/state'
import type * as Y from 'yjs'

export const LEDGER_COUNT = 2

declare global {
  interface Window {
    /** Exposed to the page by the test. */
    fuzzSaved: (client: number, clock: number) => void
    fuzzEditor: () => Editor
    /** This page's own edits: their client id and their count. */
    fuzzClock: () => { client: number; clock: number }
    /** The id of the tab that is shown. */
    fuzzTab: () => string
  }
}

export type Clock = { client: number; clock: number }

/** A receipt covers the edits that existed when its checkpoint was sent. */
export async function recordReceipts(page: Page, onSaved: (client: number, clock: number) => void): Promise<void> {
  await page.exposeFunction('fuzzSaved', onSaved)
  await page.addInitScript(() => {
    const selector = '.note-editor [contenteditable][role=textbox]'
    window.fuzzEditor = () => {
      const element = document.querySelector<HTMLElement & { editor?: Editor }>(selector)
      if (!element?.editor) throw new Error('The editor is not there')
      return element.editor
    }
    window.fuzzTab = () => {
      const { dom } = window.fuzzEditor().view
      return dom.closest<HTMLElement>('[data-quoted]')?.dataset['quoted'] ?? ''
    }
    /** Documents by tab: a hidden tab still waits for its receipts. */
    const documents = new Map<string, Y.Doc>()
    const clockOf = (document: Y.Doc) => {
      const last = document.store.clients.get(document.clientID)?.at(-1)
      return { client: document.clientID, clock: last ? last.id.clock + last.length : 0 }
    }
    const shownDocument = (): Y.Doc => {
      const { extensions } = window.fuzzEditor().extensionManager
      return extensions.find(({ name }) => name === 'collaboration')?.options['document'] as Y.Doc
    }
    window.fuzzClock = () => clockOf(shownDocument())
    const asked = new Map<string, { client: number; clock: number }>()
    /** The tab and the number of a checkpoint or its receipt. */
    const idOf = (data: unknown, type: string): { tab: string; id: string } | null => {
      if (!(data instanceof ArrayBuffer) && !ArrayBuffer.isView(data)) return null
      const text = new TextDecoder('latin1').decode(data as ArrayBuffer)
      const id = new RegExp(`"type":"${type}","id":(\\d+)`).exec(text)?.[1]
      const tab = /^.[0-9a-f-]{36}:([\w-]+)/.exec(text)?.[1]
      return id === undefined || tab === undefined ? null : { tab, id: `${tab}/${id}` }
    }
    // Called below with the socket as `this`.
    // oxlint-disable-next-line typescript/unbound-method
    const send = WebSocket.prototype.send
    WebSocket.prototype.send = function (this: WebSocket & { isWatched?: boolean }, data) {
      if (!this.isWatched) {
        this.isWatched = true
        this.addEventListener('message', ({ data: heard }) => {
          const clock = asked.get(idOf(heard, 'saved')?.id ?? '')
          if (clock) window.fuzzSaved(clock.client, clock.clock)
        })
      }
      const asks = idOf(data, 'checkpoint')
      // Before the editor appears, this page has nothing to save.
      if (asks && document.querySelector(selector)) {
        if (window.fuzzTab() === asks.tab) documents.set(asks.tab, shownDocument())
        const about = documents.get(asks.tab)
        if (about) asked.set(asks.id, clockOf(about))
      }
      return send.call(this, data)
    }
  })
}

export const readClock = (page: Page): Promise<Clock> => page.evaluate(() => window.fuzzClock())

export const readNote = (page: Page): Promise<JSONContent> => page.evaluate(() => window.fuzzEditor().getJSON())

/** Throws if ProseMirror finds the note invalid. */
export const checkNote = (page: Page): Promise<void> => page.evaluate(() => window.fuzzEditor().state.doc.check())

export const readLedger = (page: Page, who: number): Promise<string> =>
  page.evaluate((at) => window.fuzzEditor().state.doc.maybeChild(at)?.textContent ?? '', who)

/** Sets the caret at the end of the person's own ledger. */
export const focusLedger = (page: Page, who: number): Promise<void> =>
  page.evaluate((at) => {
    const editor = window.fuzzEditor()
    let end = 0
    for (let index = 0; index <= at; index += 1) end += editor.state.doc.child(index).nodeSize
    editor.commands.focus(end - 1, { scrollIntoView: false })
  }, who)

/**
 * Sets the caret, or a selection of up to `length`, below the ledgers; `share` (0 to 1) is the relative position.
 * Returns false where a key would reach into the ledgers.
 */
export const selectAtFraction = (page: Page, share: number, length: number): Promise<boolean> =>
  page.evaluate(
    ({ at, extent, ledgers }) => {
      const editor = window.fuzzEditor()
      const { doc, selection } = editor.state
      let begin = 0
      for (let index = 0; index < ledgers; index += 1) begin += doc.child(index).nodeSize
      // Everything below the ledgers was undone.
      if (begin + 1 >= doc.content.size) return false
      /** Never between the halves of a surrogate pair. */
      const whole = (position: number): number => {
        const { parent, parentOffset } = doc.resolve(position)
        const text = parent.isTextblock ? parent.textBetween(0, parent.content.size, '', '\u0000') : ''
        return /^[\udc00-\udfff]/.test(text.slice(parentOffset)) ? position + 1 : position
      }
      const from = whole(begin + 1 + Math.floor(at * Math.max(1, doc.content.size - begin - 1)))
      const to = doc.resolve(whole(Math.min(from + extent, doc.content.size)))
      // Only where a person could set it. ProseMirror's classes are reached through the current selection.
      const near = (selection.constructor as typeof Selection).near(doc.resolve(from))
      const kind = near.constructor as typeof TextSelection
      editor.commands.focus(null, { scrollIntoView: false })
      editor.view.dispatch(
        editor.state.tr.setSelection(extent > 0 && 'between' in kind ? kind.between(near.$from, to) : near),
      )
      const { $from } = editor.state.selection
      return $from.pos > begin + 1
    },
    { at: share, extent: length, ledgers: LEDGER_COUNT },
  )

/** Runs an editor command by name, as the bars do. */
export const runCommand = (page: Page, name: string, ...values: unknown[]): Promise<void> =>
  page.evaluate(
    ([called, given]) => {
      const { commands } = window.fuzzEditor()
      const run = (commands as unknown as Record<string, (...args: unknown[]) => boolean>)[called]
      if (!run) throw new Error(`There is no command ${called}`)
      run(...given)
    },
    [name, values] as const,
  )

export const paste = (page: Page, data: Record<string, string>): Promise<void> =>
  page.evaluate((given) => {
    const clipboardData = new DataTransfer()
    for (const [type, text] of Object.entries(given)) clipboardData.setData(type, text)
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
    window.fuzzEditor().view.dom.dispatchEvent(event)
  }, data)
