/** Shown wherever the live connection is known to be lost. */
export const connectionLostWords = 'Connection lost. Your changes are kept here and sent when it returns.'
