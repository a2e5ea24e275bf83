/**
 * What runs inside the page while it is edited at random: the editor found through its element, places to edit, and a
 * witness at the socket that knows up to which edit the server has said "saved".
 *
 * The first blocks of the note are the ledgers, one for each person: into their own they write words that nobody deletes,
 * and everything random happens below them.
 */
import type { Page } from '@playwright/test'
import type { Editor, JSONContent } from '@tiptap/core'
import type { Selection, TextSelection } from '@tiptap/pm/state'
import type * as Y from 'yjs'

export const LEDGERS = 2

declare global {
  interface Window {
    /** Given to the page by the one who drives it. */
    fuzzSaved: (client: number, clock: number) => void
    fuzzEditor: () => Editor
    /** Of this page's own edits: their client and how many there are. */
    fuzzClock: () => { client: number; clock: number }
    /** Of the tab that is shown. */
    fuzzTab: () => string
  }
}

export type Clock = { client: number; clock: number }

/** A receipt covers the edits there were when its checkpoint left. */
export async function witnessReceipts(page: Page, onSaved: (client: number, clock: number) => void): Promise<void> {
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
    /** Documents by their tabs: one that is not shown still waits for its receipts. */
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
    // Called with the socket as its `this` below.
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
      // Before the editor stands there is nothing of this page to be saved.
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

/** Throws what ProseMirror finds wrong with the note. */
export const checkNote = (page: Page): Promise<void> => page.evaluate(() => window.fuzzEditor().state.doc.check())

export const readLedger = (page: Page, who: number): Promise<string> =>
  page.evaluate((at) => window.fuzzEditor().state.doc.maybeChild(at)?.textContent ?? '', who)

/** Puts the caret to the end of one's ledger. */
export const goToLedger = (page: Page, who: number): Promise<void> =>
  page.evaluate((at) => {
    const editor = window.fuzzEditor()
    let end = 0
    for (let index = 0; index <= at; index += 1) end += editor.state.doc.child(index).nodeSize
    editor.commands.focus(end - 1, { scrollIntoView: false })
  }, who)

/**
 * Puts the caret, or a selection of up to `length`, somewhere below the ledgers; `share` says where. False where a key
 * would reach into them.
 */
export const goSomewhere = (page: Page, share: number, length: number): Promise<boolean> =>
  page.evaluate(
    ({ at, extent, ledgers }) => {
      const editor = window.fuzzEditor()
      const { doc, selection } = editor.state
      let begin = 0
      for (let index = 0; index < ledgers; index += 1) begin += doc.child(index).nodeSize
      // Undone until nothing else is left.
      if (begin + 1 >= doc.content.size) return false
      /** Not between the halves of a surrogate pair. */
      const whole = (position: number): number => {
        const { parent, parentOffset } = doc.resolve(position)
        const text = parent.isTextblock ? parent.textBetween(0, parent.content.size, '', '\u0000') : ''
        return /^[\udc00-\udfff]/.test(text.slice(parentOffset)) ? position + 1 : position
      }
      const from = whole(begin + 1 + Math.floor(at * Math.max(1, doc.content.size - begin - 1)))
      const to = doc.resolve(whole(Math.min(from + extent, doc.content.size)))
      // Only where a person could put it. The classes of ProseMirror are reached through what is selected.
      const near = (selection.constructor as typeof Selection).near(doc.resolve(from))
      const kind = near.constructor as typeof TextSelection
      editor.commands.focus(null, { scrollIntoView: false })
      editor.view.dispatch(
        editor.state.tr.setSelection(extent > 0 && 'between' in kind ? kind.between(near.$from, to) : near),
      )
      const { $from } = editor.state.selection
      return $from.pos > begin + 1
    },
    { at: share, extent: length, ledgers: LEDGERS },
  )

/** A command of the editor by its name, as the bars give it. */
export const command = (page: Page, name: string, ...values: unknown[]): Promise<void> =>
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
