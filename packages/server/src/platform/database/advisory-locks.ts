/** Each numbered advisory lock of the server has its own key here; migrations have theirs in migrate.ts. */

export const apiLock = 7_262_001
export const workerLock = 7_262_002
/** Only one process writes entries of the search index at a time. */
export const indexerLock = 7_262_003
/** Shared by all removals of files, exclusive for a backup. */
export const removalLock = 7_262_004
