/** Sample requests of the AI feature, for world.ts. */
import { newId } from '@knowreel/shared/identity/ids.ts'
import type { Subjects } from './subjects.ts'

type Things = Pick<Subjects, 'article'>

export const aiSamples = {
  'ai.ask': () => ({ params: { q: 'Where is the meter?' }, body: { messages: [] } }),
  'ai.check': () => ({}),
  'ai.generationStatus': ({ article }: Things) => ({ params: { a: article.id, b: 'ai-notes-generation' } }),
  'ai.preferences': () => ({}),
  'ai.rate': () => ({ params: { id: newId() }, body: { isGood: true } }),
  'ai.savePreferences': () => ({ body: { notesAutoGeneration: 'policy', customPrompt: '' } }),
  'ai.saveSettings': () => ({
    body: {
      baseUrl: 'https://1.1.1.1/v1',
      model: 'model',
      imageModel: '',
      embeddingModel: '',
      apiKey: 'key',
      monthlyTokens: 1000,
      monthlyCost: null,
      inputPrice: null,
      outputPrice: null,
      imagePrice: null,
      embeddingPrice: null,
    },
  }),
  'ai.settings': () => ({}),
  'ai.status': () => ({}),
  'ai.usage': () => ({ query: { month: '2026-11' } }),
}
