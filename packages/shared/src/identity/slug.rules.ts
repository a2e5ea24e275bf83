export const slugLength = 60
const emptySlug = 'untitled'

/** Lower-case words joined by `-` from ASCII text; empty text gives `untitled`. */
export function slugFromAscii(ascii: string): string {
  const words = ascii.toLowerCase().match(/[a-z0-9]+/g) ?? []
  let slug = ''
  for (const word of words) {
    const longer = slug === '' ? word : `${slug}-${word}`
    if (longer.length > slugLength) break
    slug = longer
  }
  return slug || words[0]?.slice(0, slugLength) || emptySlug
}

/** Appends `-2`, `-3` … until the slug is free. */
export function uniqueSlug(slug: string, isTaken: (candidate: string) => boolean): string {
  if (!isTaken(slug)) return slug
  for (let number = 2; ; number++) {
    const candidate = `${slug}-${number}`
    if (!isTaken(candidate)) return candidate
  }
}
