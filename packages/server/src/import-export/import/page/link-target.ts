/** Maps links between imported pages to the articles created from them. */
import { baseName, withoutExtension } from '../archive/safe-path.ts'
import { notionId } from '../archive/detect-dialect.ts'

export type LinkTargets = {
  /** By the path of the page in the archive. */
  ofPath(path: string): string | null
  /** By its URL in the program it came from. */
  ofAddress(href: string): string | null
}

type Page = { readonly path: string; readonly tabPaths: readonly string[]; readonly address: string }

export function linkTargets(pages: readonly Page[]): LinkTargets {
  const byPath = new Map<string, string>()
  const byNotionId = new Map<string, string>()
  for (const { path, tabPaths, address } of pages) {
    byPath.set(path, address)
    for (const tab of tabPaths) byPath.set(tab, address)
    // Notion links to a view of a table; the article contains all its rows.
    if (path.endsWith('_all.csv')) byPath.set(path.replace(/_all\.csv$/, '.csv'), address)
    const id = notionId.exec(withoutExtension(baseName(path)).replace(/_all$/, ''))?.[1]
    if (id !== undefined) byNotionId.set(id.toLowerCase(), address)
  }
  return {
    ofPath: (path) => byPath.get(path) ?? byPath.get(`${path}.md`) ?? byPath.get(`${path}.html`) ?? null,
    ofAddress(href) {
      const id = /^https?:\/\/(?:www\.)?notion\.(?:so|site)\/\S*?([0-9a-f]{32})(?:[?#]|$)/i.exec(href)?.[1]
      return id === undefined ? null : (byNotionId.get(id.toLowerCase()) ?? null)
    },
  }
}

export const extensionOfUrl = (href: string): string =>
  /\.([a-z0-9]{1,8})(?:[?#].*)?$/i.exec(href)?.[1]?.toLowerCase() ?? ''
