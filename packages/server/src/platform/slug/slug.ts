import anyAscii from 'any-ascii'
import { slugFromAscii } from '@knowreel/shared/identity/slug.rules.ts'

/** A slug from a title in any script. Slugs only make URLs readable; nothing is ever looked up by a slug alone. */
export const slugFrom = (title: string): string => slugFromAscii(anyAscii(title))
