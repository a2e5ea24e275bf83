/** The location of every article in an export: folders mirror the tree, in its order, and each file has a name. */
import type { ExportFormat } from '@knowreel/shared/import-export/import-export.rules.ts'
import { walkOrder } from '@knowreel/shared/workspace/order-tree.rules.ts'
import type { OrderEntry } from '@knowreel/shared/workspace/order-tree.ts'
import { createUniqueNames, safeName } from './file-names.ts'

export type PlannedArticle = {
  readonly id: string
  readonly shortId: string
  readonly title: string
  readonly depth: number
  /** Path without its extension; sub-articles are in the folder with this name. */
  readonly path: string
}

type ArticleHead = { readonly id: string; readonly shortId: string; readonly title: string }

export const extensionOf = (format: ExportFormat): string => (format === 'html' ? '.html' : '.md')

/** Reserved names at the top level. */
const reservedNames = ['Contents', 'index', 'files', 'recordings']

export const contentsPath = (rootFolder: string, format: ExportFormat): string =>
  `${rootFolder}/${format === 'html' ? 'index.html' : 'Contents.md'}`

/** Windows programs open paths of at most 260 characters: names get shorter with every folder above them. */
const maxPathLength = 200

/**
 * Numbers keep the order in file listings sorted by name. An article whose parent is not exported takes the parent's
 * position. With a root, only that article is exported and, unless it is exported alone, its sub-articles.
 */
export function planExport(
  order: readonly OrderEntry[],
  heads: readonly ArticleHead[],
  {
    rootFolder,
    rootId = null,
    isWithSubArticles = true,
  }: { rootFolder: string; rootId?: string | null; isWithSubArticles?: boolean },
): PlannedArticle[] {
  const known = new Map(heads.map((head) => [head.id, head]))
  type Folder = {
    readonly path: string
    readonly depth: number
    readonly name: (name: string) => string
    count: number
    total: number
  }
  const folder = (path: string, depth: number): Folder => ({
    path,
    depth,
    name: createUniqueNames(),
    count: 0,
    total: 0,
  })
  const top = folder(rootFolder, 0)
  for (const name of reservedNames) top.name(name)
  const folders = new Map<string, Folder>()
  const added: { head: ArticleHead; parent: Folder; own: Folder }[] = []

  const add = (head: ArticleHead, parent: Folder): void => {
    parent.total++
    const own = folder('', parent.depth + 1)
    folders.set(head.id, own)
    added.push({ head, parent, own })
  }
  const inOrder = new Set<string>()
  for (const { id, parentId } of walkOrder(order)) {
    inOrder.add(id)
    const above = parentId === null ? undefined : folders.get(parentId)
    if (rootId !== null && id !== rootId && (above === undefined || !isWithSubArticles)) continue
    const head = known.get(id)
    const parent = id === rootId ? top : (above ?? top)
    if (head === undefined) folders.set(id, parent)
    else add(head, parent)
  }
  // Articles that are not in the order come last.
  if (rootId === null) for (const head of heads) if (!inOrder.has(head.id)) add(head, top)
  if (rootId !== null && added.length === 0) for (const head of heads) if (head.id === rootId) add(head, top)

  const plan: PlannedArticle[] = []
  const paths = new Map<Folder, string>([[top, rootFolder]])
  for (const { head, parent, own } of added) {
    const above = paths.get(parent) ?? rootFolder
    parent.count++
    const digits = String(parent.total).length
    const number =
      rootId !== null && parent === top ? '' : `${String(parent.count).padStart(Math.max(2, digits), '0')} `
    const room = Math.max(12, maxPathLength - above.length)
    const name = parent.name(`${number}${[...safeName(head.title)].slice(0, room).join('').trimEnd()}`)
    const path = `${above}/${name}`
    paths.set(own, path)
    plan.push({ id: head.id, shortId: head.shortId, title: head.title, depth: parent.depth + 1, path })
  }
  return plan
}
