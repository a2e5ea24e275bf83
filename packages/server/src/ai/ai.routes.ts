import { aiCalls, generationKinds } from '@knowreel/shared/ai/ai.calls.ts'
import { aiLimits } from '@knowreel/shared/ai/ai-choices.ts'
import { AppError } from '@knowreel/shared/error/app-error.ts'
import { isUuid } from '@knowreel/shared/identity/ids.ts'
import { serve, type Actor } from '../access/index.ts'
import { articlePolicy } from '../article/index.ts'
import type { Db } from '../platform/database/db.ts'
import type { Feature } from '../platform/http/feature.ts'
import { aiPolicy } from './ai.policy.ts'
import { readUsage, setRating } from './ai.queries.ts'
import { readPreferences, savePreferences } from './automatic/automatic.queries.ts'
import type { Ask } from './answer/ask.ts'
import { currentMonth, type Assistant } from './model/assistant.ts'
import { readSettings, saveSettings, type SettingsServices } from './settings/company-settings.ts'

type Dependencies = {
  readonly db: Db
  readonly assistant: Assistant
  readonly ask: Ask
  readonly limit: { check(userId: string): void }
  readonly settings: SettingsServices
  readonly generationStatusOf: GenerationStatusOf
}

type GenerationStatus = { readonly status: 'success' | 'none' | 'error'; readonly progress: number }

/** The status of the generation of a kind for an article, also if it runs in another process. */
export type GenerationStatusOf = (
  kind: (typeof generationKinds)[number],
  articleId: string,
  actor: Actor | null,
) => Promise<GenerationStatus>

const checkTimeoutMs = 30_000

export function aiRoutes({ db, assistant, ask, limit, settings, generationStatusOf }: Dependencies): Feature {
  return serve(
    aiCalls,
    { ...aiPolicy, 'article.save': articlePolicy['article.save'] },
    {
      status: ({ actor }) => assistant.statusOf(actor.company.id),
      settings: async ({ subject }) => ({ settings: await readSettings(settings, subject.id) }),
      saveSettings: async ({ subject, body }) => {
        await assistant.requireEnabled(subject.id)
        return { settings: await saveSettings(settings, subject.id, body) }
      },
      check: async ({ actor, subject }) => {
        const startedAt = performance.now()
        await assistant.writeText({
          caller: { companyId: subject.id, userId: actor?.userId ?? null },
          kind: 'check',
          instructions: 'Reply with one word.',
          messages: [{ role: 'user', content: 'Say: ready' }],
          signal: AbortSignal.timeout(checkTimeoutMs),
          maxCharacters: 200,
        })
        return { milliseconds: Math.round(performance.now() - startedAt) }
      },
      usage: async ({ subject, query }) => ({ usage: await readUsage(db, subject.id, query.month ?? currentMonth()) }),
      preferences: async ({ actor }) => ({ preferences: await readPreferences(db, actor.userId) }),
      savePreferences: async ({ actor, body }) => {
        await assistant.requireEnabled(actor.company.id)
        await savePreferences(db, actor.userId, body)
        return { preferences: body }
      },
      ask: async ({ actor, params, body }) => {
        const text = params.q.trim().slice(0, aiLimits.question)
        if (text === '') throw new AppError('invalid_input', { message: 'Please enter a prompt' })
        await assistant.requireEnabled(actor.company.id)
        limit.check(actor.userId)
        return ask(actor, { text, messages: body.messages ?? [], signal: AbortSignal.timeout(askTimeoutMs) })
      },
      rate: async ({ actor, params, body }) => {
        const rated = { id: params.id, companyId: actor.company.id, userId: actor.userId, isGood: body.isGood }
        if (!isUuid(params.id) || !(await setRating(db, rated))) throw new AppError('not_found')
        return { success: true as const }
      },
      generationStatus: async ({ actor, subject, params }) => {
        const kind = generationKinds.find((known) => known === params.b)
        if (kind === undefined || subject.kind === 'gone' || subject.kind === 'new') throw new AppError('not_found')
        return { ...(await generationStatusOf(kind, subject.id, actor)), kind }
      },
    },
  )
}

/** The time limit of a call whose client waits for the whole answer. */
const askTimeoutMs = 90_000
