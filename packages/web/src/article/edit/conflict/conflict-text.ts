import { conflictParts, type ConflictPart, type Conflicts } from '../draft/draft-conflicts.ts'
import * as texts from '../texts.ts'

const partNames: Record<ConflictPart, string> = { title: 'title', tags: 'tags', paragraphs: texts.sameParagraphs }
const ownPartNames: Record<ConflictPart, string> = { title: 'title', tags: 'tags', paragraphs: 'paragraphs' }

/**
 * The authors of each change, and its outcome. A change under one's own name may come from another tab, or from someone
 * before that save.
 */
export function conflictText(conflicts: Conflicts, myName: string): string {
  const parts = conflictParts.filter((part) => conflicts[part] !== null)
  const byWhom = parts.map((part) => conflicts[part]?.savedBy).find(Boolean) ?? null
  const who = byWhom === null || byWhom === myName ? texts.someoneOrYouInAnother : byWhom
  const is = parts.length === 1 && parts[0] === 'title' ? 'is' : 'are'
  const undo = conflicts.paragraphs === null ? '' : texts.undoRestoresTheOtherParagraphs
  return texts.whoChangedPartsAtSame(who, joinNames(parts, partNames), joinNames(parts, ownPartNames), is, undo)
}

function joinNames(parts: readonly ConflictPart[], words: Record<ConflictPart, string>): string {
  const all = parts.map((part) => words[part])
  return all.length < 2 ? all.join('') : `${all.slice(0, -1).join(', ')} and ${all.at(-1)}`
}
