/** The prompts of smart notes. Pure but for the mark around quoted texts. */
import type { NoteType, Tone } from '@knowreel/shared/ai/ai-choices.ts'
import { createPromptData } from '../text/prompt-data.ts'

export type NotesRequest = {
  readonly type: NoteType
  /** The prompt of custom notes. */
  readonly prompt: string
  readonly tone: Tone | null
}

export type NotesPrompt = { readonly instructions: string; readonly prompt: string }

const tasks: Readonly<Record<NoteType, string>> = {
  'meeting-notes':
    'Write meeting notes: a summary of two or three sentences, then the headings Decisions, Tasks (who does what, until when) and Open questions. Leave out a heading that has nothing under it.',
  'user-manual':
    'Write a user manual: what it is for, what is needed first, then the steps as numbered lists under a heading for each part.',
  policy: 'Write a policy document: purpose, scope, the rules, who decides, and exceptions.',
  'status-report': 'Write a status report: a summary, then the headings Done, Next and At risk.',
  'technical-documentation':
    'Write technical documentation: an overview, how it works, how to run or use it, configuration and known problems.',
  'requirements-documentation':
    'Write requirements documentation: the goal, the people concerned, numbered requirements each with its reason, and what is out of scope.',
  custom: 'Write the notes that the request describes.',
}

const style =
  'Use headings (##), short paragraphs, lists (-, 1.), **bold** and `code`. Never write HTML, links or addresses of images.'

export function buildNotesPrompt({ type, prompt, tone }: NotesRequest, title: string, material: string): NotesPrompt {
  const data = createPromptData()
  const instructions = [
    'You write notes for a team knowledge base from a recording. The material has a line for everything that is said, shown or clicked, with its time in brackets.',
    tasks[type],
    ...(tone === null ? [] : [`Use this tone: ${tone}.`]),
    'Use only the material. Write in its language, unless the request says otherwise.',
    'After a statement, write the time it comes from, such as [1:05]. Where a picture helps, write a line of its own such as [picture 1:05].',
    style,
    'Reply with the notes only.',
    data.rule,
  ].join('\n')
  const parts = [
    data.quote('title', title),
    data.quote('material', material),
    ...(type === 'custom' ? [`Request: ${prompt.trim()}`] : []),
  ]
  return { instructions, prompt: parts.join('\n\n') }
}
