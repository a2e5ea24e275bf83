/** Letters as people compare them when they search: without accents, without case. */
export const comparable = (text: string): string =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').toLocaleLowerCase().trim()
