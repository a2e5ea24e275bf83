/**
 * How the meeting bot records: a person's default for their meetings in every company, the settings of one meeting, and a
 * company's default for people without their own.
 */
import * as z from 'zod'
import { noteTypes } from '../ai/ai-choices.ts'
import { call, may } from '../catalogue/call.ts'
import { anyId, singleLine, text } from '../catalogue/wire.ts'
import { paragraphsGeneration } from '../user/user.calls.ts'

export const botLimits = { name: 30, customPrompt: 200 } as const

export const botMessages = {
  nameMissing: 'The title is required',
  promptMissing: 'Please enter a prompt',
} as const

/** Output after the call: nothing, or smart notes of one type. */
export const notesScenario = z.enum(['none', ...noteTypes])
export type NotesScenario = z.infer<typeof notesScenario>

const botName = singleLine(botLimits.name, botMessages.nameMissing).pipe(
  z.string().trim().min(1, botMessages.nameMissing),
)

const requiresPrompt = {
  message: botMessages.promptMissing,
  path: ['customPrompt'],
}
const hasPrompt = (bot: { notesAutoGeneration: NotesScenario; customPrompt: string }) =>
  bot.notesAutoGeneration !== 'custom' || bot.customPrompt.trim() !== ''

const botFields = {
  name: botName,
  notesAutoGeneration: notesScenario,
  /** Used if the scenario is `custom`. */
  customPrompt: text(botLimits.customPrompt).default(''),
  paragraphsAutoGeneration: paragraphsGeneration.default('manually'),
}

/** A company's default. */
export const companyBot = z.strictObject(botFields).refine(hasPrompt, requiresPrompt)
export type CompanyBot = z.infer<typeof companyBot>

export const botConfigInput = z
  .strictObject({
    ...botFields,
    /** Null: the current company. */
    companyId: anyId.nullish(),
    /** Null: the personal workspace. */
    workspaceId: anyId.nullish(),
    /** The meeting that these settings are for; null: the caller's default. */
    eventId: anyId.nullish(),
  })
  .refine(hasPrompt, requiresPrompt)
export type BotConfigInput = z.infer<typeof botConfigInput>

export const botConfig = z.object({
  companyId: z.string(),
  workspaceId: z.string().nullable(),
  eventId: z.string().nullable(),
  name: z.string(),
  notesAutoGeneration: notesScenario,
  customPrompt: z.string(),
  paragraphsAutoGeneration: paragraphsGeneration,
})
export type BotConfig = z.infer<typeof botConfig>

/** Without settings of the person or the company. */
export const builtInBot: CompanyBot = {
  name: 'Knowreel',
  notesAutoGeneration: 'none',
  customPrompt: '',
  paragraphsAutoGeneration: 'manually',
}

/**
 * After saving, what is stored. The default instead of the settings of a meeting: the meeting joined one that its new
 * company had, and that one keeps its settings.
 */
const response = z.object({ config: botConfig })

export const botCalls = {
  save: call({
    method: 'POST',
    path: '/bot/config',
    summary: 'Save the caller’s default settings of the bot, or those of one meeting',
    allow: 'member',
    body: z.strictObject({ config: botConfigInput }),
    response,
    errors: ['not_found', 'unknown_workspace', 'unknown_company', 'meeting_changed', 'operator_session'],
  }),
  get: call({
    method: 'GET',
    path: '/bot/config/{user}',
    summary: 'The caller’s default settings of the bot',
    allow: may('bot.configure', 'params.user'),
    response,
  }),
  getForMeeting: call({
    method: 'GET',
    path: '/bot/config/{user}/{event}',
    summary: 'The settings of the bot for one meeting; without its own, the default',
    allow: may('bot.configure', 'params.user'),
    response,
  }),
}
