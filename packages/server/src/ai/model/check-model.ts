import type { AiModels } from '../../platform/config/ai-models.ts'
import { createGuardedFetch } from '../../platform/fetch/index.ts'
import { createModelClient } from './model-client.ts'

const prices = { input: null, output: null, image: null }

/** Asks the model of the installation for one word; null without a model. Throws an AppError if it does not answer. */
export function createModelCheck({ text, allowedHosts }: AiModels): ((signal: AbortSignal) => Promise<string>) | null {
  if (text === null) return null
  const client = createModelClient({ guarded: createGuardedFetch({ allowedHosts }) })
  return (signal) =>
    client.text(
      { ...text, prices, isOfCompany: false },
      {
        instructions: 'Reply with one word.',
        messages: [{ role: 'user', content: 'Say: ready' }],
        signal,
        maxCharacters: 200,
      },
      () => undefined,
    )
}
