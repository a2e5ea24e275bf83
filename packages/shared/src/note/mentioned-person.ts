// Apart from the other formats, because readers' pages need only this.

const MAX_LABEL_LENGTH = 120
const personIdPattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export type NoteMention = { readonly id: string; readonly label: string }

/** The mentioned person; null if it names nobody. */
export function noteMention(attrs: Readonly<Record<string, unknown>> | undefined): NoteMention | null {
  const id = attrs?.['id']
  if (typeof id !== 'string' || !personIdPattern.test(id)) return null
  return { id, label: mentionLabel(attrs?.['label']) }
}

/** The name after the @: one line, never empty. */
export const mentionLabel = (value: unknown): string =>
  (typeof value === 'string' ? value : '').replaceAll(/\s+/gu, ' ').trim().slice(0, MAX_LABEL_LENGTH) || '?'
