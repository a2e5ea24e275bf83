import type { Kysely, Transaction } from 'kysely'

/**
 * All tables, gathered by declaration merging: each feature adds its own in its `*.tables.ts`, and only that feature's
 * `*.queries.ts` touches them.
 */
export interface Tables {}

/** The pool or a transaction: what every query function takes first. */
export type Db = Kysely<Tables>
export type Trx = Transaction<Tables>
