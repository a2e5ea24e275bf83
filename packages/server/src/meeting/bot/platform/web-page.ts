/**
 * Services whose page has no state that could be read: an adapter is a table of what their pages contain. Tables come from
 * public knowledge about the pages and from fixtures made by hand; services change their pages whenever they like. A page
 * that matches no row is unknown, so a bot never reports more than it saw.
 */
import type { FailureCode } from '@knowreel/shared/meeting/meeting-failures.ts'
import type { Page } from 'playwright-core'
import type { ChatMessage, PageView, Person, Platform, PlatformSession } from './platform.ts'

/** CSS selectors; the first that is shown counts. */
type Selectors = readonly string[]

export type WebTable = {
  readonly address: (url: string) => string
  /** Buttons shown before the entrance: “Continue on this browser”. */
  readonly clickedAway: Selectors
  readonly nameField: Selectors
  readonly joinButtons: Selectors
  /** Shown in the call only, not in the lobby. */
  readonly inCall: Selectors
  readonly leaveButtons: Selectors
  readonly people: {
    /** An element for each person, with an attribute that identifies them. */
    readonly tile: string
    readonly idAttribute: string
    readonly name: Selectors
    /** Within the bot's own tile. */
    readonly own: string
  }
  readonly chat: {
    readonly open: Selectors
    readonly field: Selectors
    readonly send: Selectors
    readonly message: string
    readonly text: Selectors
  }
  /** Hosts to which people are sent to sign in. */
  readonly signInHosts: readonly string[]
  /** A check that only a person passes. */
  readonly challenge: string
  /** The meaning of texts of the page, in lower case; the first match counts. */
  readonly texts: readonly {
    readonly pattern: RegExp
    readonly means: 'lobby' | 'notStarted' | 'ended' | FailureCode
  }[]
}

/** The result of readWebPage. */
export type WebPage = {
  readonly host: string
  readonly isInCall: boolean
  readonly isAtEntrance: boolean
  readonly isChallenged: boolean
  readonly isChatOpen: boolean
  readonly people: readonly Person[]
  readonly messages: readonly { readonly id: string; readonly text: string }[]
  readonly text: string
}

const settleMs = 5000

export const webPlatform = (table: WebTable): Platform => ({
  address: table.address,
  open: (page, botName) => openSession(page, table, botName),
})

function openSession(page: Page, table: WebTable, botName: string): PlatformSession {
  let wasInCall = false
  let chatOpenedAt = 0
  /** Messages of the bot, without repeated spaces. */
  const said = new Set<string>()
  const read = () => page.evaluate(readWebPage, { ...table, address: '', texts: [] })

  /** Clicks the first one that is shown. */
  async function click(selectors: Selectors): Promise<boolean> {
    for (const selector of selectors) {
      const found = page.locator(selector).first()
      if (!(await found.isVisible())) continue
      await found.click({ timeout: 3000 })
      return true
    }
    return false
  }
  return {
    async look() {
      const found = await read()
      wasInCall ||= found.isInCall
      if (found.isInCall && !found.isChatOpen && Date.now() - chatOpenedAt > settleMs) {
        chatOpenedAt = Date.now()
        await click(table.chat.open)
      }
      return viewOfWebPage(table, found, { wasInCall, said })
    },
    async enter() {
      await click(table.clickedAway)
      for (const selector of table.nameField) {
        const field = page.locator(selector).first()
        if (await field.isVisible()) await field.fill(botName)
      }
      await click(table.joinButtons)
    },
    async say(text) {
      for (const selector of table.chat.field) {
        const field = page.locator(selector).first()
        if (!(await field.isVisible())) continue
        said.add(plain(text))
        await field.fill(text)
        if (!(await click(table.chat.send))) await field.press('Enter')
        return
      }
    },
    leave: async () => void (await click(table.leaveButtons)),
  }
}

const plain = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()

type Memory = { readonly wasInCall: boolean; readonly said: ReadonlySet<string> }

/** Pure. */
export function viewOfWebPage(table: WebTable, page: WebPage, { wasInCall, said }: Memory): PageView {
  if (page.isChallenged) return { kind: 'refused', code: 'blocked' }
  if (table.signInHosts.includes(page.host)) return { kind: 'refused', code: 'sign_in_required' }
  const text = plain(page.text).toLowerCase()
  const meaning = table.texts.find(({ pattern }) => pattern.test(text))?.means
  // A call shows texts of people, which mean nothing. Some lobbies have the buttons of a call.
  if (page.isInCall && !(meaning === 'lobby' && page.people.length === 0)) {
    const messages = page.messages.map(({ id, text: written }): ChatMessage => ({
      id,
      text: written,
      isOwn: said.has(plain(written)),
    }))
    return { kind: 'inCall', others: page.people, messages, speakers: [] }
  }
  if (meaning === 'lobby' || meaning === 'notStarted') return { kind: meaning }
  if (meaning === 'ended') return { kind: 'ended' }
  if (meaning !== undefined) return { kind: 'refused', code: meaning }
  if (page.isAtEntrance) return { kind: 'entrance' }
  if (wasInCall) return { kind: 'ended' }
  return text === '' ? { kind: 'loading' } : { kind: 'unknown', report: plain(page.text).slice(0, 200) }
}

/** Runs in the page, so it contains all that it needs. */
export function readWebPage(table: Omit<WebTable, 'address' | 'texts'>): WebPage {
  const isShown = (element: Element | null): boolean =>
    element !== null && (typeof element.checkVisibility !== 'function' || element.checkVisibility())
  const find = (root: ParentNode, selectors: readonly string[]): Element | null => {
    for (const selector of selectors) {
      const found = [...root.querySelectorAll(selector)].find(isShown)
      if (found !== undefined) return found
    }
    return null
  }
  const textOf = (element: Element | null): string => (element?.textContent ?? '').replaceAll(/\s+/g, ' ').trim()
  const { people, chat } = table
  const persons = new Map<string, { id: string; name: string }>()
  for (const tile of document.querySelectorAll(people.tile)) {
    const id = tile.getAttribute(people.idAttribute) ?? ''
    if (id === '' || persons.has(id) || tile.querySelector(people.own) !== null || tile.matches(people.own)) continue
    persons.set(id, { id, name: textOf(find(tile, people.name)).slice(0, 100) })
  }
  const counts = new Map<string, number>()
  const messages = [...document.querySelectorAll(chat.message)].map((message) => {
    const text = textOf(find(message, chat.text) ?? message)
    const nth = counts.get(text) ?? 0
    counts.set(text, nth + 1)
    const own = message.getAttribute('data-message-id') ?? message.getAttribute('data-mid')
    return { id: own ?? `${text} ${nth}`, text }
  })
  return {
    host: location.hostname,
    isInCall: find(document, table.inCall) !== null,
    isAtEntrance: find(document, [...table.clickedAway, ...table.nameField, ...table.joinButtons]) !== null,
    isChallenged: document.querySelector(table.challenge) !== null,
    isChatOpen: find(document, chat.field) !== null,
    people: [...persons.values()],
    messages,
    text: textOf(document.body).slice(0, 5000),
  }
}
