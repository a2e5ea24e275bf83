import { AppError } from '../error/app-error.ts'
import { articleLimits } from './article.rules.ts'

/** Tags are compared regardless of case and Unicode composition. */
export const tagKey = (tag: string): string => tag.normalize('NFC').toLowerCase()

/** The stored form: composed letters, single spaces. */
export const normalizeTag = (tag: string): string => tag.normalize('NFC').replaceAll(/\s+/gu, ' ').trim()

/** The part of the text that fits into a tag; no letter is cut in two. */
export function truncateTag(tag: string): string {
  let cut = ''
  for (const letter of normalizeTag(tag)) {
    if (cut.length + letter.length > articleLimits.tagLength) break
    cut += letter
  }
  return cut.trim()
}

/**
 * Trims, drops empty tags and keeps the first of several spellings. Throws if a tag is too long or there are too many.
 */
export function normalizeTags(tags: readonly string[]): string[] {
  const kept = new Map<string, string>()
  for (const tag of tags) {
    const trimmed = normalizeTag(tag)
    const key = tagKey(trimmed)
    if (trimmed === '' || kept.has(key)) continue
    if (trimmed.length > articleLimits.tagLength)
      throw invalidTags(`A tag can have ${articleLimits.tagLength} characters`)
    kept.set(key, trimmed)
  }
  if (kept.size > articleLimits.tagsPerArticle)
    throw invalidTags(`An article can have ${articleLimits.tagsPerArticle} tags`)
  return [...kept.values()]
}

const invalidTags = (message: string): AppError =>
  new AppError('invalid_input', { fields: [{ field: 'tags', message }] })
