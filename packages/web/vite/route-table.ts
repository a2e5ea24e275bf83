/**
 * Reads the route table (`src/app/routes.tsx`) for the build: the modules and first requests of each path. Only literal
 * paths, imports and `staticData` are read, so nothing of the app runs.
 */
import { readFileSync } from 'node:fs'
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

const routesFile = fileURLToPath(new URL('../src/app/routes.tsx', import.meta.url))

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

function topLevelValues(): Map<string, Node> {
  const { program, errors } = parseSync(routesFile, readFileSync(routesFile, 'utf8'))
  if (errors.length > 0) throw new Error(`${routesFile}: ${errors[0]?.message}`)
  const declared = (program.body as unknown as Node[]).filter(({ type }) => type === 'VariableDeclaration')
  return new Map(
    declared
      .flatMap(({ declarations }) => declarations as { id: { name: string }; init: Node }[])
      .map(({ id, init }) => [id.name, init]),
  )
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

/** Of `needSession` and of `guards.needSession`. */
const nameOf = (node: Node | undefined): unknown =>
  node?.type === 'MemberExpression' ? (node['property'] as Node)['name'] : node?.['name']

/** Files that are imported on demand, also through a variable that is declared elsewhere in the table. */
function importsIn(node: unknown, values: ReadonlyMap<string, Node>): string[] {
  if (typeof node !== 'object' || node === null) return []
  const { type, name, source } = node as Node
  if (type === 'ImportExpression') return [path.join(path.dirname(routesFile), (source as { value: string }).value)]
  if (type === 'Identifier') return importsIn(values.get(name as string), values)
  return Object.values(node).flatMap((part) => importsIn(part, values))
}

function evaluateLiteral(node: Node): unknown {
  if (node.type === 'Literal') return node['value']
  if (node.type === 'ArrayExpression') return (node['elements'] as Node[]).map(evaluateLiteral)
  if (node.type !== 'ObjectExpression') throw new Error(`${routesFile}: staticData holds more than literals`)
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
