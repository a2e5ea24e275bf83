import type { SearchResult } from '@knowreel/shared/search/search.calls.ts'

/** The URL at which a result opens; null if there is none. A match in a note is shown there. */
export function resultUrl(result: SearchResult): string | null {
  const { category, workspace, shortId, slug, sharedToken, isDraft, timedText } = result
  if (category === 'workspace') return workspace === null ? null : pathOf('workspace', workspace.shortId)
  if (category === 'tag') return pathOf('tags', result.title)
  if (shortId === null) return null
  const [tab, paragraph] = [result.textTabs[0]?.slug, result.paragraphs[0]?.slug]
  const isTimed = timedText !== null
  const parameters = parametersOf(result)
  if (isDraft) {
    const tabId = isTimed ? undefined : result.textTabs[0]?.id
    const path = pathOf('draft', shortId, isTimed ? 'video' : tabId === undefined ? '' : 'notes')
    return path + queryOf(tabId === undefined ? parameters : { tab: tabId, ...parameters })
  }
  if (sharedToken !== null) {
    const at = isTimed ? 'video' : (tab ?? paragraph)
    return (
      pathOf('b', 'shared', sharedToken, 'private') + queryOf({ ...(at === undefined ? {} : { at }), ...parameters })
    )
  }
  if (workspace === null) return null
  const part = isTimed ? ['video'] : tab === undefined ? [paragraph ?? ''] : ['notes', tab]
  return pathOf('b', workspace.shortId, workspace.slug, shortId, slug ?? '', ...part) + queryOf(parameters)
}

function parametersOf(result: SearchResult): Record<string, string> {
  const { foundTextProperties: found, attachment, timedText, startTime } = result
  if (timedText !== null) return { t: String((startTime ?? 0) / 1000) }
  if (attachment !== null) return attachment.path === undefined ? {} : { file: attachment.path }
  return found === null ? {} : { find: found.textToFind, near: String(found.startIndex) }
}

const queryOf = (parameters: Record<string, string>): string =>
  Object.keys(parameters).length === 0 ? '' : `?${new URLSearchParams(parameters)}`

const pathOf = (...segments: string[]): string =>
  segments
    .filter((segment) => segment !== '')
    .map((segment) => `/${encodeURIComponent(segment)}`)
    .join('')
