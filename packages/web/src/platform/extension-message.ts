/** Sends a message to the recorder extension, if it is installed; see shared/recorder/extension-channel.ts. */
import type { ChannelMessages } from '@knowreel/shared/recorder/extension-channel.ts'

type Outgoing = Omit<ChannelMessages, 'plugin'>

export function postToExtension<Source extends keyof Outgoing, Type extends keyof Outgoing[Source] & string>(
  source: Source,
  type: Type,
  payload: Outgoing[Source][Type],
  id = '',
): void {
  window.postMessage({ source, type, id, payload }, location.origin)
}
