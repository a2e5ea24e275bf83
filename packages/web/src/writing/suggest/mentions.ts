import type { Finding } from '@knowreel/shared/group/finder.calls.ts'
import type { SuggestItem } from './suggest-store.ts'

export type FindPeople = (text: string) => Promise<readonly Finding[]>

/** Letters, and a space between names, behind an "@" that begins a word: `@` in an address calls nobody. */
const pattern = /(?:^|[\s([{"'“‘])@((?:[\p{L}\p{M}\p{N}'’.-]+ ?){0,4})$/u

/** The name typed behind an "@"; null when there is none. */
export const mentionQuery = (textBefore: string): string | null => pattern.exec(textBefore)?.[1] ?? null

export async function mentionItems(query: string, findPeople: FindPeople): Promise<SuggestItem[]> {
  const people = await findPeople(query.trim())
  return people.map(({ id, name, profileImage, jobTitle, isDeactivated }) => ({
    name: id,
    title: name,
    hint: isDeactivated ? 'Deactivated' : (jobTitle ?? undefined),
    group: 'People',
    person: { id, name, profileImage },
    run: (chain) =>
      chain.insertContent([
        { type: 'mention', attrs: { id, label: name } },
        { type: 'text', text: ' ' },
      ]),
  }))
}
