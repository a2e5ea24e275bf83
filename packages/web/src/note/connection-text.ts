import * as texts from './texts.ts'
/** Shown wherever the live connection is known to be lost. */
export const connectionLostText = texts.connectionLostYourChangesAre
