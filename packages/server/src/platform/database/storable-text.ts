/** Without what PostgreSQL cannot store: U+0000, and in JSON half of a surrogate pair. */
export const toStorableText = (text: string): string => text.replaceAll('\u0000', '').toWellFormed()
