/** Normalises text for searching: ignores accents and case. */
export const normalizeForSearch = (text: string): string =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').toLocaleLowerCase().trim()
