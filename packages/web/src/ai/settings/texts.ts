import type { UsageKind } from '@knowreel/shared/ai/ai.calls.ts'

export const address = 'Address'
export const addressHelp = 'Leave empty to use the model of this installation.'
export const addressNeeded = 'Enter the address of your model.'
export const aiTitle = 'AI'
export const answeredIn = (seconds: string) => `Answered in ${seconds} s`
export const apiKey = 'API key'
export const apiKeyHelp = 'Stored encrypted. You won’t see it again.'
export const apiKeyStored = (ending: string) => `••••••••${ending}`
export const budget = 'Budget'
export const budgetHelp = 'AI stops for the company when it’s used up. Recordings and articles keep working.'
export const couldNotBeLoaded = 'The AI settings could not be loaded.'
export const couldNotBeSaved = 'The AI settings could not be saved'
export const estimated = 'Some models don’t report what they used. Their tokens are estimated.'
export const imageModel = 'Image model'
export const embeddingModel = 'Embedding model'
export const embeddingModelHelp = 'Finds texts for answers by their meaning'
export const embeddingPrice = 'Price per million embedded tokens'
export const imagePrice = 'Price per picture'
export const inputPrice = 'Price per million input tokens'
export const model = 'Model'
export const modelHelp = 'Any address that speaks the OpenAI API, also one of your own.'
export const modelName = 'Model name'
export const monthlyCost = 'Monthly limit in your currency'
export const monthlyTokens = 'Monthly limit in tokens'
export const noLimit = 'No limit'
export const nothingUsed = 'Nothing was used this month.'
export const outputPrice = 'Price per million output tokens'
export const prices = 'Prices'
export const pricesHelp = 'With prices, usage and budget show costs.'
export const removeKey = 'Remove key'
export const requests = (count: number) => (count === 1 ? '1 request' : `${count.toLocaleString('en')} requests`)
export const saveChanges = 'Save changes'
export const saved = 'AI settings saved'
export const testConnection = 'Test connection'
export const tokens = (count: number) => `${count.toLocaleString('en')} tokens`
export const usage = 'Usage'
export const usedOf = (used: string, limit: string) => `${used} of ${limit}`

export const usageKinds: Readonly<Record<UsageKind, string>> = {
  answer: 'Answers',
  text: 'Texts',
  image: 'Pictures',
  paragraphs: 'Smart paragraphs',
  notes: 'Smart notes',
  embedding: 'Search by meaning',
  check: 'Connection tests',
}

export const automaticNotes = 'Write notes'
export const automaticNotesHelp = 'From the transcript of a new recording, in a tab of its draft.'
export const describeAutomaticNotes = 'Describe the notes you want'
export const loadingPreferences = 'Loading your preferences'
export const none = 'None'
export const preferencesNotLoaded = 'Your preferences could not be loaded.'
export const saveDescription = 'Save description'
