/** Access to generations: companies with AI, and people who may edit the article. */
import { AppError } from '@knowreel/shared/error/app-error.ts'
import type { Member } from '../access/index.ts'
import { authoriseExport, listAllowedExports } from '../article/index.ts'
import type { Db } from '../platform/database/db.ts'
import type { Assistant } from './model/assistant.ts'
import { listCompaniesWithAi } from './ai.queries.ts'

type OpenGeneration = { readonly id: string; readonly actor: Member; readonly data: { readonly articleId: string } }

export async function authoriseGeneration(
  { db, assistant }: { readonly db: Db; readonly assistant: Assistant },
  actor: Member,
  articleId: string,
): Promise<void> {
  await assistant.requireEnabled(actor.company.id)
  await authoriseExport(db, actor, articleId)
}

/** The message is shown to the person as it is. */
export function requirePrompt(problem: string | null): void {
  if (problem !== null) throw new AppError('invalid_input', { message: problem })
}

/** The ids of those who still may. */
export async function recheckGenerations(db: Db, open: readonly OpenGeneration[]): Promise<Set<string>> {
  const [allowed, companies] = await Promise.all([
    listAllowedExports(
      db,
      open.map(({ id, actor, data }) => ({ id, actor, articleId: data.articleId })),
    ),
    listCompaniesWithAi(
      db,
      open.map(({ actor }) => actor.company.id),
    ),
  ])
  return new Set(open.flatMap(({ id, actor }) => (allowed.has(id) && companies.has(actor.company.id) ? [id] : [])))
}

/** The message for an editor when a model fails without a reason that helps them. */
export function toTextFailure(error: unknown): unknown {
  const isUnexplained = error instanceof AppError && (error.code === 'ai_failed' || error.code === 'ai_unreachable')
  return isUnexplained ? new AppError('ai_text_failed', { cause: error }) : error
}
