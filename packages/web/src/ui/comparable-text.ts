/** Normalises text for searching: ignores accents and case. */
export const comparable = (text: string): string =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').toLocaleLowerCase().trim()
