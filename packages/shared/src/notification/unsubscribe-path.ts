/**
 * The page of an email's "unsubscribe" link, with a token that identifies person and company. A POST to the same URL
 * unsubscribes without it (RFC 8058).
 */
export const UNSUBSCRIBE_PATH = '/unsubscribe/'
