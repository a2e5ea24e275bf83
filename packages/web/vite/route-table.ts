/**
 * Reads the route table (`src/app/routes`) for the build: the modules and first requests of each path. Only literal
 * paths, imports and `staticData` are read, so nothing of the app runs.
 */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseSync } from 'vite'

export type FirstRequests = { always: string[]; signedIn: string[]; signedOut: string[] }

export type Page = {
  /** A regular expression for the paths, and the names of its groups. */
  readonly pattern: string
  readonly parameters: readonly string[]
  /** Files of all modules that the route and its parents import, the outermost first. */
  readonly modules: readonly string[]
  readonly needsSession: boolean
  readonly first: FirstRequests
}

type Node = { type: string; [key: string]: unknown }
type Route = Record<string, Node | undefined>

const routesFolder = fileURLToPath(new URL('../src/app/routes/', import.meta.url))

/** More specific paths come first, so that the first match is the page. */
export function readPages(): Page[] {
  const values = topLevelValues()
  const routes = new Map<string, Route>()
  for (const [name, value] of values) {
    const [options] = isCallOf(value, 'createRoute') ? (value['arguments'] as Node[]) : []
    if (options) routes.set(name, readProperties(options))
  }
  const chainOf = (name: string | undefined): Route[] => {
    const route = name === undefined ? undefined : routes.get(name)
    return route ? [...chainOf(parentOf(route)), route] : []
  }
  const pages = [...routes.keys()].map(chainOf).filter((chain) => chain.at(-1)?.['path'] !== undefined)
  return pages
    .map((chain) => ({ segments: segmentsOf(chain), ...describePage(chain, values) }))
    .sort((left, right) => compareSegments(left.segments, right.segments))
    .map(({ segments, ...page }) => ({ ...page, ...patternOf(segments) }))
}

/** Values of all files of the table: a route names its parent, which may be in another file. */
function topLevelValues(): Map<string, Node> {
  const values = new Map<string, Node>()
  for (const name of readdirSync(routesFolder).toSorted()) {
    for (const { id, init } of topLevelDeclarations(path.join(routesFolder, name))) {
      if (values.has(id.name)) throw new Error(`${routesFolder}: ${id.name} is declared twice`)
      values.set(id.name, init)
    }
  }
  return values
}

function topLevelDeclarations(file: string): { id: { name: string }; init: Node }[] {
  const { program, errors } = parseSync(file, readFileSync(file, 'utf8'))
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`)
  return (program.body as unknown as Node[])
    .map((node) => (node.type === 'ExportNamedDeclaration' ? (node['declaration'] as Node) : node))
    .filter(({ type }) => type === 'VariableDeclaration')
    .flatMap(({ declarations }) => declarations as { id: { name: string }; init: Node }[])
}

const isCallOf = (node: Node, name: string): boolean =>
  node.type === 'CallExpression' && (node['callee'] as { name?: string }).name === name

const readProperties = (object: Node): Route =>
  Object.fromEntries(
    (object['properties'] as { key: { name: string }; value: Node }[]).map(({ key, value }) => [key.name, value]),
  )

/** From `getParentRoute: () => shell`. */
const parentOf = ({ getParentRoute }: Route): string | undefined =>
  (getParentRoute?.['body'] as { name: string } | undefined)?.name

function describePage(chain: readonly Route[], values: ReadonlyMap<string, Node>) {
  const first: FirstRequests = { always: [], signedIn: [], signedOut: [] }
  for (const { staticData } of chain) {
    const declared = staticData && (evaluateLiteral(staticData) as { first?: Partial<FirstRequests> }).first
    for (const who of ['always', 'signedIn', 'signedOut'] as const) first[who].push(...(declared?.[who] ?? []))
  }
  return {
    modules: chain.flatMap(({ component, loader }) => [component, loader].flatMap((node) => importsIn(node, values))),
    needsSession: chain.some(({ beforeLoad }) => nameOf(beforeLoad) === 'needSession'),
    first,
  }
}

/** The name in `needSession` and in `guards.needSession`. */
const nameOf = (node: Node | undefined): unknown =>
  node?.type === 'MemberExpression' ? (node['property'] as Node)['name'] : node?.['name']

/** Files that are imported on demand, also through a variable that is declared elsewhere in the table. */
function importsIn(node: unknown, values: ReadonlyMap<string, Node>): string[] {
  if (typeof node !== 'object' || node === null) return []
  const { type, name, source } = node as Node
  if (type === 'ImportExpression') return [path.join(routesFolder, (source as { value: string }).value)]
  if (type === 'Identifier') return importsIn(values.get(name as string), values)
  return Object.values(node).flatMap((part) => importsIn(part, values))
}

function evaluateLiteral(node: Node): unknown {
  if (node.type === 'Literal') return node['value']
  if (node.type === 'ArrayExpression') return (node['elements'] as Node[]).map(evaluateLiteral)
  if (node.type !== 'ObjectExpression') throw new Error(`${routesFolder}: staticData holds more than literals`)
  return Object.fromEntries(
    Object.entries(readProperties(node)).map(([key, value]) => [key, value && evaluateLiteral(value)]),
  )
}

const segmentsOf = (chain: readonly Route[]): string[] =>
  chain
    .flatMap(({ path: part }) => (part ? String(evaluateLiteral(part)).split('/') : []))
    .filter((part) => part !== '')

const segmentPatterns = [/^[^${]/, /^\$./, /^\{/, /^\$$/]
const segmentRank = (segment: string | undefined): number =>
  segment === undefined ? -1 : segmentPatterns.findIndex((kind) => kind.test(segment))

/** Like the router: a fixed word wins over a parameter, that over an optional one, and the splat is last. */
function compareSegments(left: readonly string[], right: readonly string[]): number {
  const differing = left.findIndex((segment, index) => segmentRank(segment) !== segmentRank(right[index]))
  return differing === -1 ? left.length - right.length : segmentRank(left[differing]) - segmentRank(right[differing])
}

function patternOf(segments: readonly string[]): { pattern: string; parameters: string[] } {
  const parts = segments.map((segment) =>
    [`/${segment}`, '/([^/]+)', '(?:/([^/]+))?', '(?:/.*)?'].at(segmentRank(segment)),
  )
  const parameters = segments.filter((segment) => /\$./.test(segment)).map((segment) => segment.replace(/[{}$-]/g, ''))
  return { pattern: `^${parts.join('')}/?$`, parameters }
}
