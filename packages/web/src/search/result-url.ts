import type { SearchResult } from '@knowreel/shared/search/search.calls.ts'

/** The URL at which a result opens; null if there is none. A match in a note is shown there. */
export function resultUrl(result: SearchResult): string | null {
  const { category, workspace, shortId, slug, sharedToken, isDraft } = result
  if (category === 'workspace') return workspace === null ? null : pathOf('workspace', workspace.shortId)
  if (category === 'tag') return pathOf('tags', result.title)
  if (shortId === null) return null
  const [tab, paragraph] = [result.textTabs[0]?.slug, result.paragraphs[0]?.slug]
  const found = findParameters(result)
  if (isDraft) return pathOf('draft', shortId, ...(tab === undefined ? [] : ['notes'])) + found
  if (sharedToken !== null) return pathOf('b', 'shared', sharedToken, 'private') + (found || '')
  if (workspace === null) return null
  const part = tab === undefined ? [paragraph ?? ''] : ['notes', tab]
  return pathOf('b', workspace.shortId, workspace.slug, shortId, slug ?? '', ...part) + found
}

function findParameters({ foundTextProperties: found, attachment }: SearchResult): string {
  if (attachment !== null) return `?${new URLSearchParams({ attachment: attachment.name })}`
  if (found === null) return ''
  return `?${new URLSearchParams({ find: found.textToFind, near: String(found.startIndex) })}`
}

const pathOf = (...segments: string[]): string =>
  segments
    .filter((segment) => segment !== '')
    .map((segment) => `/${encodeURIComponent(segment)}`)
    .join('')
