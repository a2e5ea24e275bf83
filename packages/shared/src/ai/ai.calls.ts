import * as z from 'zod'
import { call, companyWide, may } from '../catalogue/call.ts'
import { aiLimits, noteTypes } from './ai-choices.ts'
import { answerMessage, questionContext } from './answer.ts'

const minute = 60_000

/** The purposes of a company's requests. */
export const usageKinds = ['answer', 'text', 'image', 'paragraphs', 'notes', 'embedding', 'check'] as const
export type UsageKind = (typeof usageKinds)[number]

const count = z.number().int().min(0)

export const usageOfMonth = z.object({
  /** `YYYY-MM`, in UTC. */
  month: z.string(),
  requests: count,
  failed: count,
  tokens: count,
  /** In the currency of the prices; null without prices. */
  cost: z.number().nullable(),
  /** Some models do not report what they used; the tokens of these requests are estimated. */
  hasEstimates: z.boolean(),
  kinds: z.array(z.object({ kind: z.enum(usageKinds), requests: count, tokens: count, cost: z.number().nullable() })),
  days: z.array(z.object({ day: z.iso.date(), tokens: count, cost: z.number().nullable() })),
})
export type UsageOfMonth = z.infer<typeof usageOfMonth>

export const aiSettings = z.object({
  /** The company may use AI; changed in the back office. */
  isEnabled: z.boolean(),
  /** Empty: the model of the installation. */
  baseUrl: z.string(),
  model: z.string(),
  imageModel: z.string(),
  /** Finds texts by their meaning; empty: by their words only. */
  embeddingModel: z.string(),
  /** The last four characters of the stored key; the key itself is never sent. */
  keyEnding: z.string().nullable(),
  /** The installation has a model for companies without their own. */
  hasInstallationModel: z.boolean(),
  monthlyTokens: z.number().int().nullable(),
  monthlyCost: z.number().nullable(),
  /** Per million tokens. */
  inputPrice: z.number().nullable(),
  outputPrice: z.number().nullable(),
  /** For one picture. */
  imagePrice: z.number().nullable(),
  /** The price of the embedding model per million tokens. */
  embeddingPrice: z.number().nullable(),
})
export type AiSettings = z.infer<typeof aiSettings>

const price = z.number().min(0).max(100_000).nullable()
const model = z.string().trim().max(200)
const baseUrl = z
  .string()
  .trim()
  .max(500)
  .refine((text) => text === '' || isModelUrl(text), 'Enter an address like https://models.example.org/v1')

function isModelUrl(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : null
  return url !== null && /^https?:$/.test(url.protocol) && !url.username && !url.password && !url.search && !url.hash
}

const savedSettings = z.strictObject({
  baseUrl,
  model,
  imageModel: model,
  embeddingModel: model,
  /** Absent: unchanged; null or empty: removed. */
  apiKey: z.string().trim().max(500).nullish(),
  monthlyTokens: z.number().int().min(0).max(1_000_000_000_000).nullable(),
  monthlyCost: z.number().min(0).max(10_000_000).nullable(),
  inputPrice: price,
  outputPrice: price,
  imagePrice: price,
  embeddingPrice: price,
})

/** The notes of a person’s new recordings. */
export const aiPreferences = z.strictObject({
  notesAutoGeneration: z.enum(['none', ...noteTypes]),
  /** The prompt of custom notes. */
  customPrompt: z.string().trim().max(aiLimits.notesPrompt),
})
export type AiPreferences = z.infer<typeof aiPreferences>

export const generationKinds = [
  'ai-notes-generation',
  'ai-paragraphs-generation',
  'ai-transcription-generation',
  'ai-translation-generation',
] as const

export type GenerationKind = (typeof generationKinds)[number]

export const aiCalls = {
  status: call({
    method: 'GET',
    path: '/ai/status',
    summary: 'The current abilities of the assistant for the caller’s company',
    allow: 'member',
    key: 'read',
    response: z.object({
      isEnabled: z.boolean(),
      hasText: z.boolean(),
      hasImages: z.boolean(),
    }),
  }),
  settings: call({
    method: 'GET',
    path: '/ai/settings',
    summary: 'Model and budget of the company',
    allow: may('company.manageAi', 'company'),
    key: companyWide('admin'),
    response: z.object({ settings: aiSettings }),
  }),
  saveSettings: call({
    method: 'PUT',
    path: '/ai/settings',
    summary: 'Save model and budget of the company; the key is stored encrypted',
    allow: may('company.manageAi', 'company'),
    key: companyWide('admin'),
    refusesOperators: true,
    body: savedSettings,
    response: z.object({ settings: aiSettings }),
    errors: ['ai_off', 'ai_address_refused'],
    rateLimit: { max: 30, windowMs: minute },
    // Without the key.
    audit: {
      action: 'ai_settings_changed',
      subject: { kind: 'company', at: 'company' },
      details: ['baseUrl', 'model', 'imageModel', 'embeddingModel', 'monthlyTokens', 'monthlyCost'],
    },
  }),
  check: call({
    method: 'POST',
    path: '/ai/settings/check',
    summary: 'Ask the model of the company for one word',
    allow: may('company.manageAi', 'company'),
    key: companyWide('admin'),
    refusesOperators: true,
    response: z.object({ milliseconds: z.number().int() }),
    errors: [
      'ai_off',
      'ai_not_configured',
      'ai_budget_used',
      'ai_failed',
      'ai_busy',
      'ai_key_refused',
      'ai_unreachable',
    ],
    rateLimit: { max: 10, windowMs: minute },
  }),
  preferences: call({
    method: 'GET',
    path: '/ai/preferences',
    summary: 'Which notes are written for the caller’s new recordings',
    allow: 'member',
    key: companyWide('read'),
    response: z.object({ preferences: aiPreferences }),
  }),
  savePreferences: call({
    method: 'PUT',
    path: '/ai/preferences',
    summary: 'Change which notes are written for the caller’s new recordings',
    allow: 'member',
    key: companyWide('write'),
    body: aiPreferences.refine(
      ({ notesAutoGeneration: type, customPrompt }) => type !== 'custom' || customPrompt !== '',
      { path: ['customPrompt'], message: 'Please enter a prompt' },
    ),
    response: z.object({ preferences: aiPreferences }),
    errors: ['ai_off'],
    rateLimit: { max: 60, windowMs: minute },
  }),
  usage: call({
    method: 'GET',
    path: '/ai/usage',
    summary: 'The company’s usage in a month',
    allow: may('company.manageAi', 'company'),
    key: companyWide('admin'),
    query: z.strictObject({
      month: z
        .string()
        .regex(/^\d{4}-(?:0[1-9]|1[0-2])$/)
        .optional(),
    }),
    response: z.object({ usage: usageOfMonth }),
  }),
  ask: call({
    method: 'POST',
    path: '/search/ai/{q}',
    summary: 'An answer from what the caller can read, with its sources',
    allow: 'member',
    key: 'read',
    body: z.strictObject({ messages: questionContext.optional() }),
    response: answerMessage,
    errors: ['ai_off', 'ai_budget_used', 'ai_failed', 'ai_busy', 'ai_unreachable', 'ai_key_refused'],
    rateLimit: { max: 30, windowMs: minute },
  }),
  rate: call({
    method: 'POST',
    path: '/ai/answer/{id}/rating',
    summary: 'Rate an answer that the caller received',
    allow: 'member',
    key: companyWide('write'),
    body: z.strictObject({ isGood: z.boolean().nullable() }),
    response: z.object({ success: z.literal(true) }),
    rateLimit: { max: 60, windowMs: minute },
  }),
  generationStatus: call({
    method: 'GET',
    path: '/socket/status/article/{a}/{b}',
    summary: 'Whether a generation of this kind is running for the article, or its result waits',
    allow: may('article.save', 'params.a'),
    key: 'read',
    response: z.object({
      status: z.enum(['success', 'none', 'error']),
      progress: z.number().int().min(0).max(100),
      kind: z.string().max(100),
    }),
  }),
}
