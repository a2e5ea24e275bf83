/**
 * The tree of pages made from the files, in the order in which it is written: a page before its sub-pages. The same
 * files always give the same plan; a run that resumes depends on it.
 */
import { maxOrderDepth } from '@knowreel/shared/workspace/order-tree.ts'
import type { AddNote } from '../report.ts'
import type { ImportFiles } from './archive/import-entry.ts'
import { notionId, type Dialect } from './archive/detect-dialect.ts'
import { baseName, extensionOfPath, folderOf, withoutExtension } from './archive/safe-path.ts'

export type PageKind = 'markdown' | 'html' | 'csv' | 'folder'

export type PlannedPage = {
  /** Path of its file, or of a folder without a page of its own. */
  readonly path: string
  readonly kind: PageKind
  /** Its title, unless the page itself has one. */
  readonly name: string
  /** Index of its parent in the plan. */
  readonly parent: number | null
  /** 1 for the top level. */
  readonly depth: number
  /** Further tabs of the same article. */
  readonly tabPaths: readonly string[]
}

const pageKinds: Readonly<Record<string, PageKind>> = {
  md: 'markdown',
  markdown: 'markdown',
  mdx: 'markdown',
  txt: 'markdown',
  html: 'html',
  htm: 'html',
  xhtml: 'html',
  csv: 'csv',
}

/** A page of the tree before its position is final. */
type PageNode = {
  path: string
  kind: PageKind
  name: string
  sort: string
  children: Map<string, PageNode>
  tabPaths: string[]
  items: PageNode[]
}

export type PlanInput = {
  readonly files: ImportFiles
  readonly dialect: Dialect
  readonly addNote: AddNote
  /** For a Confluence space: parents by path, from its index. */
  readonly parents?: ReadonlyMap<string, string | null>
}

export function planImport(input: PlanInput): PlannedPage[] {
  const roots = input.parents === undefined ? folderTree(input) : indexTree(input, input.parents)
  return flatten(roots, input.addNote)
}

export const pageKindOf = (path: string): PageKind | null => pageKinds[extensionOfPath(path)] ?? null

/** Pages are in folders named after their parents. */
function folderTree({ files, dialect, addNote }: PlanInput): PageNode[] {
  const paths = [...files.keys()].filter((path) => isPage(path, dialect))
  const views = new Set(paths.filter((path) => path.endsWith('_all.csv')))
  const nodes = new Map<string, PageNode>()
  const root = createNode('', 'folder', '')
  const pagesOfFolders = dialect === 'notion' ? barePaths(paths) : new Map<string, string | null>()
  const folder = (path: string): PageNode => {
    if (path === '') return root
    const key = keyOf(pagesOfFolders.get(path) ?? path, dialect)
    const known = nodes.get(key)
    if (known !== undefined) return known
    const node = createNode(path, 'folder', nameOf(path, dialect))
    nodes.set(key, node)
    folder(folderOf(path)).children.set(key, node)
    return node
  }
  const tabs: string[] = []
  for (const path of paths.toSorted(compareNames)) {
    if (isContentsPage(path, dialect)) continue
    if (path.endsWith('.csv') && views.has(path.replace(/\.csv$/, '_all.csv'))) {
      addNote('database_views', path)
      continue
    }
    if (dialect === 'knowreel' && findFirstTab(path, files) !== null) {
      tabs.push(path)
      continue
    }
    const kind = pageKindOf(path) ?? 'markdown'
    const bare = pathOf(path)
    // The page of the folder itself.
    const isOfFolder = /^(?:index|readme|_index)$/i.test(baseName(bare)) && folderOf(path) !== ''
    const nodePath = isOfFolder ? folderOf(path) : bare
    const key = keyOf(nodePath, dialect)
    const known = nodes.get(key)
    if (known !== undefined && known.kind !== 'folder') {
      // Two pages with one name and different types.
      const other = createNode(path, kind, nameOf(bare, dialect))
      folder(folderOf(path)).children.set(path, other)
      continue
    }
    const node = folder(nodePath)
    node.path = path
    node.kind = kind
    node.name = nameOf(nodePath, dialect)
  }
  for (const path of tabs) {
    const first = findFirstTab(path, files)
    const node = first === null ? undefined : nodes.get(keyOf(withoutExtension(first), dialect))
    node?.tabPaths.push(path)
  }
  sortNodes(root)
  return unwrapRoot(root, dialect)
}

/** A folder that contains everything is not an article. */
function unwrapRoot(root: PageNode, dialect: Dialect): PageNode[] {
  let { items } = root
  for (
    let [only] = items;
    items.length === 1 && only?.kind === 'folder' && (dialect !== 'plain' || only.items.length > 0);
    [only] = items
  ) {
    items = only.items
  }
  return items
}

function sortNodes(node: PageNode): void {
  node.items = [...node.children.values()].toSorted((one, other) => compareNames(one.sort, other.sort))
  for (const child of node.items) sortNodes(child)
}

function indexTree({ files, dialect }: PlanInput, parents: ReadonlyMap<string, string | null>): PageNode[] {
  const nodes = new Map<string, PageNode>()
  const roots: PageNode[] = []
  const paths = [...parents.keys(), ...[...files.keys()].filter((path) => !parents.has(path)).toSorted(compareNames)]
  for (const path of paths) {
    if (!files.has(path) || pageKindOf(path) !== 'html' || isContentsPage(path, dialect) || !isPage(path, dialect))
      continue
    nodes.set(path, createNode(path, 'html', nameOf(withoutExtension(path), dialect)))
  }
  for (const [path, node] of nodes) {
    const parent = parents.get(path)
    const above = parent === null || parent === undefined ? undefined : nodes.get(parent)
    if (above === undefined || above === node) roots.push(node)
    else above.items.push(node)
  }
  return roots
}

/**
 * Without recursion. A page precedes its sub-pages; below the maximum depth, a page becomes a sibling of its parent.
 */
function flatten(roots: readonly PageNode[], addNote: AddNote): PlannedPage[] {
  const plan: PlannedPage[] = []
  const open = roots.toReversed().map((node) => ({ node, parent: null as number | null, depth: 1 }))
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { node, parent, depth } = next
    if (node.kind === 'folder' && node.items.length === 0) continue
    plan.push({ path: node.path, kind: node.kind, name: node.name, parent, depth, tabPaths: node.tabPaths })
    const own = plan.length - 1
    const isDeepest = depth >= maxOrderDepth
    for (const child of node.items.toReversed()) {
      if (isDeepest) addNote('moved_up', child.path)
      open.push(isDeepest ? { node: child, parent, depth } : { node: child, parent: own, depth: depth + 1 })
    }
  }
  return plan
}

const createNode = (path: string, kind: PageKind, name: string): PageNode => ({
  path,
  kind,
  name,
  sort: path,
  children: new Map(),
  tabPaths: [],
  items: [],
})

function isPage(path: string, dialect: Dialect): boolean {
  if (pageKindOf(path) === null) return false
  // Attachments are not pages, whatever their extension.
  if (/(?:^|\/)(?:uploads|attachments)\//.test(path) && (dialect === 'outline' || dialect === 'confluence'))
    return false
  if (dialect === 'knowreel' && /(?:^|\/)files\/[^/]+$/.test(path) && path.split('/').length <= 3) return false
  return true
}

const isContentsPage = (path: string, dialect: Dialect): boolean =>
  (dialect === 'knowreel' && /^(?:Contents\.md|index\.html)$/.test(baseName(path)) && path.split('/').length <= 2) ||
  (dialect === 'confluence' && /^index\.html?$/.test(baseName(path)))

/** The first page of the article that this page is another tab of; null if it is an article itself. */
function findFirstTab(path: string, files: ImportFiles): string | null {
  const [, first, ending] = /^(.+)\.\d+ [^/]+(\.(?:md|html))$/.exec(path) ?? []
  const page = first === undefined || ending === undefined ? null : first + ending
  return page !== null && files.has(page) ? page : null
}

/** The location of a page's folder. */
const pathOf = (path: string): string =>
  extensionOfPath(path) === 'csv' ? withoutExtension(path).replace(/_all$/, '') : withoutExtension(path)

/**
 * By the folder names that Notion writes without an id: the only page with this name, or null if there is more than
 * one.
 */
function barePaths(paths: readonly string[]): Map<string, string | null> {
  const byBarePath = new Map<string, string | null>()
  for (const path of paths.map(pathOf)) {
    const bare = path.replace(notionId, '')
    if (bare === path) continue
    byBarePath.set(bare, byBarePath.has(bare) && byBarePath.get(bare) !== path ? null : path)
  }
  return byBarePath
}

/** The same key for a page and its folder. */
const keyOf = (path: string, dialect: Dialect): string =>
  dialect === 'notion'
    ? path
        .split('/')
        .map((part) => part.replace(notionId, (id) => id.toLowerCase()))
        .join('/')
    : path

function nameOf(path: string, dialect: Dialect): string {
  const name = baseName(path)
  if (dialect === 'notion') return name.replace(notionId, '').trim() || 'Untitled'
  if (dialect === 'knowreel') return name.replace(/^\d{2,} /, '')
  if (dialect === 'confluence') return name.replace(/_\d+$/, '').replaceAll(/[-_]+/g, ' ').trim()
  return name.replaceAll('_', ' ').trim() || 'Untitled'
}

const collator = new Intl.Collator('en', { numeric: true })
const compareNames = (one: string, other: string): number => collator.compare(one, other) || (one < other ? -1 : 1)
