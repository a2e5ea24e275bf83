/**
 * Decides which modules share a file. By default the build creates a file for every combination of pages and dialogs
 * that share something: more than eighty for one page. The plan joins such files as long as the saved requests are
 * worth the bytes loaded unnecessarily.
 */
import type { Rolldown } from 'vite'
import type { Page } from './route-table.ts'

/** The cost of a request, in bytes of code before minification. */
const requestBytes = 4_000
/**
 * The first view of a page weighs as much as this number of parts, which load when the page is idle or on a click. Pages
 * that need no session are often the first that somebody opens, with an empty cache.
 */
const weightOf = ({ needsSession }: PlannedPage): number => (needsSession ? 6 : 18)

/** The users of a chunk: one bit for each part that is loaded on demand, several for each page. */
type Users = bigint
type Chunk = Rolldown.OutputChunk
type PlannedPage = Pick<Page, 'modules' | 'needsSession'>
type PlannedFile = {
  readonly users: Users
  readonly bytes: number
  readonly requests: 1 | 2
  readonly chunks: ReadonlySet<Chunk>
  /** All chunks that these import, directly or indirectly. */
  readonly needs: ReadonlySet<Chunk>
}

/**
 * The file name of each module, from the chunks of a build without a plan. Modules of the entry have none.
 */
export function planChunks(
  output: readonly (Chunk | Rolldown.OutputAsset)[],
  pages: readonly PlannedPage[],
): Map<string, string> {
  const chunks = new Map(output.filter((file) => file.type === 'chunk').map((chunk) => [chunk.fileName, chunk]))
  const reach = (...first: Chunk[]): Set<Chunk> => {
    const reached = new Set(first)
    for (const { imports } of reached) for (const name of imports) addIfDefined(reached, chunks.get(name))
    return reached
  }
  const entry = reach(...[...chunks.values()].filter(({ isEntry }) => isEntry))
  const usersOf = findUsers([...chunks.values()], pages, reach)
  const files = [...chunks.values()]
    .filter((chunk) => !entry.has(chunk))
    .map((chunk): PlannedFile => {
      const modules = Object.entries(chunk.modules)
      return {
        users: usersOf.get(chunk) ?? 0n,
        bytes: modules.reduce((sum, [, { renderedLength }]) => sum + renderedLength, 0),
        requests: modules.some(([module]) => /\.css($|\?)/.test(module)) ? 2 : 1,
        chunks: new Set([chunk]),
        needs: new Set([...reach(chunk)].filter((needed) => !entry.has(needed))),
      }
    })
  return new Map(
    mergeFiles(files).flatMap((file, number) => {
      const modules = [...file.chunks].flatMap((chunk) => Object.keys(chunk.modules))
      // The build joins files of the same name, so each gets a number.
      const name = `${chunkName(modules)}-${number}`
      return modules.map((module) => [module, name] as const)
    }),
  )
}

function addIfDefined<Item>(items: Set<Item>, item: Item | undefined): void {
  if (item) items.add(item)
}

function findUsers(
  chunks: readonly Chunk[],
  pages: readonly PlannedPage[],
  reach: (...first: Chunk[]) => ReadonlySet<Chunk>,
): Map<Chunk, Users> {
  const pageModules = new Set(pages.flatMap(({ modules }) => modules))
  const views = pages.flatMap((page) => {
    const view = chunks.filter(({ facadeModuleId: module }) => module !== null && page.modules.includes(module))
    return Array.from({ length: weightOf(page) }, () => view)
  })
  const parts = chunks.filter(
    ({ isDynamicEntry, facadeModuleId: module }) => isDynamicEntry && !(module && pageModules.has(module)),
  )
  const users = new Map<Chunk, Users>()
  const all = [...views, ...parts.map((part) => [part])]
  all.forEach((first, index) => {
    for (const chunk of reach(...first)) users.set(chunk, (users.get(chunk) ?? 0n) | (1n << BigInt(index)))
  })
  return users
}

type Pair = { readonly gain: number; readonly left: PlannedFile; readonly right: PlannedFile }

/** Joins the two files that save most, until no pair saves anything. */
function mergeFiles(given: readonly PlannedFile[]): PlannedFile[] {
  const files = new Set(given)
  const fileOf = new Map(given.flatMap((file) => [...file.chunks].map((chunk) => [chunk, file])))
  const pairOf = (left: PlannedFile, right: PlannedFile): Pair[] => {
    const gain = gainOf(left, right, fileOf)
    return gain > 0 ? [{ gain, left, right }] : []
  }
  let pairs = given.flatMap((left, index) => given.slice(index + 1).flatMap((right) => pairOf(left, right)))
  while (pairs.length > 0) {
    const best = pairs.reduce((found, pair) => (pair.gain > found.gain ? pair : found))
    const { left, right } = best
    // Files that this pair imports may have grown since it was rated.
    const gain = gainOf(left, right, fileOf)
    const joined = join(left, right)
    const imported = filesLoadedWith(joined, fileOf)
    // Files that import each other run in an undefined order.
    const isInCycle = imported.has(left) || imported.has(right)
    if (isInCycle || gain < best.gain) {
      pairs = pairs.filter((pair) => pair !== best)
      if (!isInCycle && gain > 0) pairs.push({ ...best, gain })
      continue
    }
    // Users of the joined file also load everything it imports.
    const changed = [...imported].filter((file) => (joined.users & ~file.users) !== 0n)
    const gone = new Set([left, right, ...changed])
    const fresh = [joined, ...changed.map((file) => ({ ...file, users: file.users | joined.users }))]
    for (const file of gone) files.delete(file)
    pairs = pairs.filter((pair) => !gone.has(pair.left) && !gone.has(pair.right))
    for (const file of fresh) for (const chunk of file.chunks) fileOf.set(chunk, file)
    for (const file of fresh) {
      for (const other of files) pairs.push(...pairOf(other, file))
      files.add(file)
    }
  }
  return [...files]
}

/** Over all users; files loaded with the joined one count where they are loaded unnecessarily. */
function gainOf(left: PlannedFile, right: PlannedFile, fileOf: ReadonlyMap<Chunk, PlannedFile>): number {
  if ((left.users & right.users) === 0n) return 0
  const joined = join(left, right)
  let gain = costOf(left) + costOf(right) - costOf(joined)
  if (gain <= 0) return 0
  for (const file of filesLoadedWith(joined, fileOf))
    if (file !== left && file !== right) gain -= costOf({ ...file, users: joined.users & ~file.users })
  return gain
}

/** All files that this one imports, also through other files. */
function filesLoadedWith(file: PlannedFile, fileOf: ReadonlyMap<Chunk, PlannedFile>): Set<PlannedFile> {
  const loaded = new Set<PlannedFile>()
  const add = (chunk: Chunk) => file.chunks.has(chunk) || addIfDefined(loaded, fileOf.get(chunk))
  for (const chunk of file.needs) add(chunk)
  for (const { needs } of loaded) for (const chunk of needs) add(chunk)
  return loaded
}

const costOf = ({ users, bytes, requests }: PlannedFile): number =>
  countUsers(users) * (bytes + requests * requestBytes)

function countUsers(users: Users): number {
  let count = 0
  for (let rest = users; rest !== 0n; rest &= rest - 1n) count += 1
  return count
}

const join = (left: PlannedFile, right: PlannedFile): PlannedFile => ({
  users: left.users | right.users,
  bytes: left.bytes + right.bytes,
  requests: left.requests > right.requests ? left.requests : right.requests,
  chunks: new Set([...left.chunks, ...right.chunks]),
  needs: new Set([...left.needs, ...right.needs]),
})

const chunkName = (modules: readonly string[]): string =>
  (modules.find((module) => /src\/.*\.tsx?$/.test(module)) ?? modules[0] ?? '').replace(/^.*\/|\..*$/g, '')
