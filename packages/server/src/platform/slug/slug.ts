import anyAscii from 'any-ascii'
import { slugFromAscii } from '@knowreel/shared/identity/slug.rules.ts'

/** A slug from a title in any script. Slugs only make addresses readable; nothing is ever looked up by them alone. */
export const slugFrom = (title: string): string => slugFromAscii(anyAscii(title))
