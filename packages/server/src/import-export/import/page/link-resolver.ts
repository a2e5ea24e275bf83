/** Finds what a link of an imported page leads to, and stores the file if it is one of the archive. */
import type { ImportEntry, ImportFiles } from '../archive/import-entry.ts'
import { baseName, resolvePath } from '../archive/safe-path.ts'
import type { LinkTargets } from './link-target.ts'
import type { LinkResolver } from './resolve-links.ts'
import type { FileStore } from './store-files.ts'

export type LinkSources = {
  readonly files: ImportFiles
  readonly targets: LinkTargets
  readonly fileStore: FileStore
  /** Paths that any page named. */
  readonly used: Set<string>
}

/** `path`: of the page. */
export function createLinkResolver({ files, targets, fileStore, used }: LinkSources, path: string): LinkResolver {
  return {
    storePicture: async (name, content) => (await fileStore.picture(name, [content]))?.url ?? null,
    async findPicture(href) {
      const entry = isAddress(href) ? null : findEntry(href)
      if (entry === null) return { kind: 'missing' }
      const stored = await fileStore.pictureOf(entry)
      return stored === null ? { kind: 'refused', name: baseName(entry.path) } : { kind: 'stored', url: stored.url }
    },
    async findLink(href, name) {
      const known = targets.ofAddress(href)
      if (known !== null) return { kind: 'page', address: known }
      if (isAddress(href)) return { kind: 'outside' }
      const target = findPath(href, files, path)
      const address = target === null ? null : targets.ofPath(target)
      if (address !== null) return { kind: 'page', address }
      const entry = findEntry(href)
      if (entry === null) return { kind: 'missing' }
      const card = await fileStore.attachment(entry, hasExtension(name) ? name : baseName(entry.path))
      return card === null ? { kind: 'refused', name: baseName(entry.path) } : { kind: 'attachment', card }
    },
  }

  function findEntry(href: string): ImportEntry | null {
    const found = findPath(href, files, path)
    const entry = found === null ? undefined : files.get(found)
    if (entry !== undefined) used.add(entry.path)
    return entry ?? null
  }
}

const isAddress = (href: string): boolean => /^[a-z][a-z0-9+.-]*:|^\/\//i.test(href)
const hasExtension = (name: string): boolean => /\.[\p{L}\p{N}]{1,12}$/u.test(name)

/** Relative to the page, or to the root of the archive, as some programs write it. */
function findPath(href: string, files: ImportFiles, path: string): string | null {
  const folders = path.split('/')
  const wanted = [
    resolvePath(path, href),
    ...folders.map((_, depth) => resolvePath([...folders.slice(0, depth), ''].join('/'), href)),
  ]
  return (
    wanted.find(
      (found) => found !== null && (files.has(found) || files.has(`${found}.md`) || files.has(`${found}.html`)),
    ) ?? null
  )
}
