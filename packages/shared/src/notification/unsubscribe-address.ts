/**
 * The page that a mail's "unsubscribe" leads to, with a token that says whose mails end. A POST to the same address ends
 * them without it (RFC 8058).
 */
export const UNSUBSCRIBE_PATH = '/unsubscribe/'
