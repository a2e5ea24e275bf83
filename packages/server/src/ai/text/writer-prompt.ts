/** The prompts of the writer. Pure but for the mark around quoted texts. */
import type { WriterType } from '@knowreel/shared/ai/ai-choices.ts'
import type { AiTextData } from '@knowreel/shared/ai/ai.streams.ts'
import { createPromptData } from './prompt-data.ts'

export type WriterPrompt = { readonly instructions: string; readonly prompt: string }

const tasks: Readonly<Record<WriterType, (option: string | null) => string>> = {
  simplify: () => 'Rewrite the text in simple, plain words. Keep its meaning and every fact.',
  fixSpellingAndGrammar: () => 'Correct spelling, grammar and punctuation of the text. Change nothing else.',
  makeShorter: () => 'Make the text shorter. Keep every important fact.',
  makeLonger: () => 'Make the text longer and more detailed, without inventing facts.',
  changeTone: (tone) => `Rewrite the text in this tone: ${tone ?? 'conversational'}. Keep every fact.`,
  emojify: () => 'Add fitting emoji to the text. Change nothing else.',
  translate: (language) => `Translate the text into ${language ?? 'English'}. Keep its structure.`,
  completeSentence: () => 'Complete the last sentence of the text. Reply with the words that follow it only.',
  customPrompt: () => 'Do what the request says.',
}

/** Characters of the article that a prompt contains. */
const maxArticleLength = 24_000

export function buildWriterPrompt(
  { writerType, option, tone, prompt, selectedText }: AiTextData,
  article: { readonly title: string; readonly text: string } | null,
): WriterPrompt {
  const data = createPromptData()
  const isImprovement = writerType === 'customPrompt' && prompt.trim() === ''
  const instructions = [
    'You write for the notes of a team knowledge base.',
    isImprovement ? 'Improve the wording of the text. Keep its meaning and every fact.' : tasks[writerType](option),
    ...(tone === null ? [] : [`Use this tone: ${tone}.`]),
    ...(writerType === 'translate' ? [] : ['Write in the language of the text, unless the request says otherwise.']),
    'Reply with the finished text only: no introduction, no explanation. You may use paragraphs, headings (#), lists (-, 1.), **bold**, *italic* and `code`. Never write HTML, links or images.',
    data.rule,
  ].join('\n')
  const parts = [
    ...(article === null
      ? []
      : [data.quote('article', `${article.title}\n\n${article.text}`.slice(0, maxArticleLength))]),
    ...(selectedText.trim() === '' ? [] : [data.quote('text', selectedText)]),
    ...(prompt.trim() === '' ? [] : [`Request: ${prompt.trim()}`]),
  ]
  return { instructions, prompt: parts.join('\n\n') }
}
