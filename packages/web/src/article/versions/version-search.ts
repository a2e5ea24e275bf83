/** The state a version is compared with: `current` or the number of another version. */
export type VersionSearch = { compare?: 'current' | number }

export function readVersionSearch(search: Record<string, unknown>): VersionSearch {
  const { compare } = search
  if (compare === 'current') return { compare }
  const number = Number(compare)
  return Number.isSafeInteger(number) && number > 0 ? { compare: number } : {}
}
