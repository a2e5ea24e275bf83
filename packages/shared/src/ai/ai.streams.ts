/** The streams `/socket/ai-…`: what starts each of them and what it returns. */
import * as z from 'zod'
import type { TextTab } from '../article/article.wire.ts'
import {
  aiLimits,
  imageStyles,
  noteTypes,
  promptMessages,
  tones,
  translationLanguages,
  writerTypes,
  type TranslationLanguage,
} from './ai-choices.ts'
import { questionContext } from './answer.ts'

export const AI_TEXT_STREAM = 'ai-text'
export const AI_IMAGE_STREAM = 'ai-image'
export const AI_PARAGRAPHS_STREAM = 'ai-paragraphs'
export const AI_TRANSLATE_STREAM = 'ai-translate'
export const AI_ANSWER_STREAM = 'ai-answer'

/** Uuid or short id of an article or draft. */
const articleId = z.string().min(1).max(100)
const shortText = (max: number) =>
  z
    .string()
    .max(max)
    .nullish()
    .transform((text) => text ?? '')

export const aiTextData = z.object({
  articleId,
  prompt: shortText(aiLimits.preview),
  selectedText: shortText(aiLimits.selectedText),
  writerType: z
    .enum(writerTypes)
    .nullish()
    .transform((type) => type ?? 'customPrompt'),
  /** The tone or the language, depending on the type. */
  option: z
    .enum([...tones, ...translationLanguages])
    .nullish()
    .transform((option) => option ?? null),
  isConsiderArticle: z
    .boolean()
    .nullish()
    .transform((isConsidered) => isConsidered ?? false),
  /** Set for smart notes. */
  predefinedPrompt: z
    .enum(noteTypes)
    .nullish()
    .transform((type) => type ?? null),
  tone: z
    .enum(tones)
    .nullish()
    .transform((tone) => tone ?? null),
  /** For text that is saved: the tab to whose end it is added; null adds a tab. */
  textTabId: z
    .string()
    .max(100)
    .nullish()
    .transform((id) => id ?? null),
  saveArticle: z
    .boolean()
    .nullish()
    .transform((isSaved) => isSaved ?? false),
  /** Accepted from clients that write it here. */
  type: z.enum(['start', 'reconnect']).optional(),
})
export type AiTextData = z.infer<typeof aiTextData>
export type AiTextRequest = z.input<typeof aiTextData>

/** The message for a request whose text is missing or too long; null if it is complete. */
export function textProblem({ prompt, selectedText, predefinedPrompt }: AiTextData): string | null {
  if (predefinedPrompt !== null && predefinedPrompt !== 'custom') return null
  if (predefinedPrompt === 'custom' && prompt.length > aiLimits.notesPrompt) return promptMessages.notesPromptTooLong
  return isFilled(prompt) || (predefinedPrompt === null && isFilled(selectedText)) ? null : promptMessages.missing
}

export function imagePromptProblem(prompt: string): string | null {
  if (!isFilled(prompt)) return promptMessages.missing
  return prompt.length > aiLimits.imagePrompt ? promptMessages.imagePromptTooLong : null
}

const isFilled = (text: string): boolean => text.trim() !== ''

/** Added to the updates of a text stream: the words since the last one. */
export type TextDelta = { readonly delta: string }

export type AiTextResult = { readonly text: string }

/** The result of smart notes; with `saveArticle`, all tabs of the draft that the text was added to. */
export type AiNotesResult = {
  readonly textTabs: readonly TextTab[]
  readonly draftId: string
  /** The tab that has the text. */
  readonly tabId: string
}

export const aiParagraphsData = z.object({ articleId })
export type AiParagraphsData = z.infer<typeof aiParagraphsData>

export type AiParagraphsResult = {
  /** JSON: a list as in `proposedParagraphs`; empty if nothing divides the recording. */
  readonly paragraphs: string
  readonly title: string | null
  readonly summary: string | null
  /** Without a model, signals divide it: pauses, clicks, changes of the picture. */
  readonly source: 'model' | 'signals'
}

export const aiTranslateData = z.object({
  articleId,
  /** The tab to translate; null for the captions of the recordings. */
  textTabId: z
    .string()
    .max(100)
    .nullish()
    .transform((id) => id ?? null),
  language: z.enum(translationLanguages),
})
export type AiTranslateData = z.infer<typeof aiTranslateData>

export type AiTranslateResult = {
  readonly language: TranslationLanguage
  /** The new tab; null for captions. */
  readonly tabId: string | null
  readonly draftId: string | null
  readonly textTabs: readonly TextTab[] | null
}

export const aiImageData = z.object({
  articleId,
  /** Prompt and style may be missing when a page reconnects. */
  prompt: z.string().max(20_000).default(''),
  style: z.enum(imageStyles).default(imageStyles[0]),
})
export type AiImageData = z.infer<typeof aiImageData>

/** A PNG in base64. */
export type AiImageResult = { readonly image: string }

export const aiAnswerData = z.object({
  /** Made by the page, so that a lost connection finds its answer again. */
  key: z.string().min(8).max(64),
  question: z.string().trim().min(1).max(aiLimits.question),
  messages: questionContext,
})
export type AiAnswerData = z.infer<typeof aiAnswerData>
