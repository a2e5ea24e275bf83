import type { FinderResult } from '@knowreel/shared/group/finder.calls.ts'
import * as texts from '../texts.ts'
import type { SuggestItem } from './suggest-store.ts'

export type FindPeople = (text: string) => Promise<readonly FinderResult[]>

/**
 * Letters, and single spaces between names, after an "@" at the start of a word: the `@` of an email address starts no
 * mention.
 */
const mentionPattern = /(?:^|[\s([{"'“‘])@((?:[\p{L}\p{M}\p{N}'’.-]+ ?){0,4})$/u

/** The name typed after an "@"; null if there is none. */
export const mentionQuery = (textBefore: string): string | null => mentionPattern.exec(textBefore)?.[1] ?? null

export async function mentionItems(query: string, findPeople: FindPeople): Promise<SuggestItem[]> {
  const people = await findPeople(query.trim())
  return people.map(({ id, name, profileImage, jobTitle, isDeactivated }) => ({
    name: id,
    title: name,
    hint: isDeactivated ? texts.deactivated : (jobTitle ?? undefined),
    group: texts.people,
    person: { id, name, profileImage },
    run: (chain) =>
      chain.insertContent([
        { type: 'mention', attrs: { id, label: name } },
        { type: 'text', text: ' ' },
      ]),
  }))
}
