/** Said wherever the live connection is known to be lost. */
export const connectionLostWords = 'The connection is lost. What you write is kept here and sent when it is back.'
