import type { SpeechServiceSettings } from '../../platform/config/speech-service.ts'
import { embeddedEngine } from './embedded/embedded-engine.ts'
import { createRemoteEngine } from './remote/remote-engine.ts'
import type { SpeechEngine } from './speech-engine.ts'

export type SpeechEngines = {
  /** The configured service, if the company allows AI; otherwise the one that sends nothing anywhere. */
  readonly engineFor: (isAiEnabled: boolean) => SpeechEngine
}

export function createSpeechEngines(
  settings: SpeechServiceSettings | null,
  options: { readonly waitMs?: number } = {},
): SpeechEngines {
  const remote = settings === null ? null : createRemoteEngine(settings, options)
  return { engineFor: (isAiEnabled) => (isAiEnabled && remote !== null ? remote : embeddedEngine) }
}
