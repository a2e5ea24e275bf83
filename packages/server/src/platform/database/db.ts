import type { Kysely, Transaction } from 'kysely'

/**
 * All tables by declaration merging: each feature adds its own in `*.tables.ts`, and only its `*.queries.ts` access
 * them.
 */
export interface Tables {}

/** The pool or a transaction: the first parameter of every query function. */
export type Db = Kysely<Tables>
export type Trx = Transaction<Tables>
