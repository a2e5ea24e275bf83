import { shorten } from '@knowreel/shared/identity/shorten.ts'

const nameLength = 30

/** The name of a person where others are named too: in comments, notifications, versions and tables. */
export const shownName = (name: string): string => shorten(name, nameLength)
