/** The port of a service that runs bots: it joins and records, and hands over the recording after the call. */
import type { MeetingEvent } from '@knowreel/shared/meeting/meeting-state.rules.ts'
import type { ChatMessage } from '../platform/platform.ts'

export type ProvidedView =
  | { readonly kind: 'joining' | 'lobby' | 'inCall' | 'recording' }
  /** The call is over for the bot; the recording may not be ready yet. */
  | { readonly kind: 'over'; readonly end: Pick<MeetingEvent, 'type' | 'failure'> }

export type MeetingProvider = {
  /** Returns the id of the bot. The same key again returns the same bot. */
  send(meeting: {
    readonly key: string
    readonly url: string
    readonly name: string
    readonly announcement: string
  }): Promise<string>
  look(botId: string): Promise<ProvidedView>
  /** Messages of other people. */
  messages(botId: string): Promise<readonly ChatMessage[]>
  say(botId: string, text: string): Promise<void>
  leave(botId: string): Promise<void>
  participants(botId: string): Promise<readonly { readonly id: string; readonly name: string }[]>
  /** Where the recording is; null while it is being prepared. */
  recordingUrl(botId: string): Promise<string | null>
  /** Deletes what the provider has stored. */
  forget(botId: string): Promise<void>
}
