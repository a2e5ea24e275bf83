/** The port of a meeting service: what its page shows, and what a bot does there. Each service has an adapter. */
import type { FailureCode } from '@knowreel/shared/meeting/meeting-failures.ts'
import type { Page } from 'playwright-core'

export type Person = { readonly id: string; readonly name: string }

export type ChatMessage = { readonly id: string; readonly isOwn: boolean; readonly text: string }

/** The service reported that this person speaks since then; null: nobody. */
export type SpeakerChange = { readonly at: number; readonly name: string | null }

/** The current view of the page. */
export type PageView =
  | { readonly kind: 'loading' }
  /** The bot must give its name, or ask to join. */
  | { readonly kind: 'entrance' }
  /** Somebody must let the bot in. */
  | { readonly kind: 'lobby' }
  /** The host has not begun. */
  | { readonly kind: 'notStarted' }
  | {
      readonly kind: 'inCall'
      readonly others: readonly Person[]
      /** Those that the page has, by time. */
      readonly messages: readonly ChatMessage[]
      /** Since the last look. */
      readonly speakers: readonly SpeakerChange[]
    }
  | { readonly kind: 'refused'; readonly code: FailureCode; readonly report?: string }
  | { readonly kind: 'ended' }
  /** A page that the adapter does not know, with what it says. */
  | { readonly kind: 'unknown'; readonly report: string }

/** A bot on the page of one meeting. */
export type PlatformSession = {
  look(): Promise<PageView>
  /** At the entrance. */
  enter(): Promise<void>
  say(text: string): Promise<void>
  leave(): Promise<void>
}

export type Platform = {
  /** The address that the browser opens for a link. */
  address(url: string, botName: string): string
  open(page: Page, botName: string): PlatformSession
}
