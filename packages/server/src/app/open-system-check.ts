import type pg from 'pg'
import { createModelCheck } from '../ai/index.ts'
import { noAiModels } from '../platform/config/ai-models.ts'
import { compareMigrations } from '../platform/database/migrate.ts'
import { createRedactor, installationChecks } from '../system-check/index.ts'
import { migrationsDirectory } from './migrations-directory.ts'

type Parts = Omit<Parameters<typeof installationChecks>[0], 'migrations' | 'askModel'> & {
  readonly config: Parameters<typeof createRedactor>[0]
  readonly pool: pg.Pool
}

/** The checks of this installation, and what hides its secrets in their results. */
export const openSystemCheck = ({ pool, ...parts }: Parts) => ({
  checks: installationChecks({
    ...parts,
    migrations: () => compareMigrations({ pool, directory: migrationsDirectory }),
    askModel: createModelCheck(parts.config.ai ?? noAiModels),
  }),
  redact: createRedactor(parts.config),
})
