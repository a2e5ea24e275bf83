/**
 * Decides which modules share a file. By default the build creates a file for every combination of pages and dialogs
 * that share something: more than eighty for one page. The plan joins such files as long as the saved requests are
 * worth the bytes loaded unnecessarily.
 */
import type { Rolldown } from 'vite'

/** The cost of a request, in bytes of code before minification. */
const requestBytes = 4_000
/** The first view of a page weighs as much as this number of parts, which load when the page is idle or on a click. */
const pageWeight = 3

/** The users of a chunk: one bit for each part that is loaded on demand, `pageWeight` bits for each page. */
type Users = bigint
type Chunk = Rolldown.OutputChunk
type PlannedFile = {
  readonly users: Users
  readonly bytes: number
  readonly requests: 1 | 2
  readonly chunks: ReadonlySet<Chunk>
  /** All chunks that these import, directly or indirectly. */
  readonly needs: ReadonlySet<Chunk>
}

/**
 * The file name of each module, from the chunks of a build without a plan. `pages`: the modules that each page imports.
 * Modules of the entry have none.
 */
export function planChunks(
  output: readonly (Chunk | Rolldown.OutputAsset)[],
  pages: readonly (readonly string[])[],
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
  pages: readonly (readonly string[])[],
  reach: (...first: Chunk[]) => ReadonlySet<Chunk>,
): Map<Chunk, Users> {
  const pageModules = new Set(pages.flat())
  const views = pages.map((modules) =>
    chunks.filter(({ facadeModuleId: module }) => module !== null && modules.includes(module)),
  )
  const parts = chunks.filter(
    ({ isDynamicEntry, facadeModuleId: module }) => isDynamicEntry && !(module && pageModules.has(module)),
  )
  const users = new Map<Chunk, Users>()
  const all = [...Array.from({ length: pageWeight }, () => views).flat(), ...parts.map((part) => [part])]
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
    const joined = join(best.left, best.right)
    if (isInCycle(joined, fileOf)) {
      pairs = pairs.filter((pair) => pair !== best)
      continue
    }
    // Users of the joined file also load everything it imports.
    const imported = new Set([...joined.needs].flatMap((chunk) => fileOf.get(chunk) ?? []))
    const changed = [...imported].filter((file) => files.has(file) && (joined.users & ~file.users) !== 0n)
    const gone = new Set([best.left, best.right, ...changed])
    const fresh = [
      joined,
      ...changed
        .filter((file) => file !== best.left && file !== best.right)
        .map((file) => ({ ...file, users: file.users | joined.users })),
    ]
    for (const file of gone) files.delete(file)
    pairs = pairs.filter(({ left, right }) => !gone.has(left) && !gone.has(right))
    for (const file of fresh) for (const chunk of file.chunks) fileOf.set(chunk, file)
    for (const file of fresh) {
      for (const other of files) pairs.push(...pairOf(other, file))
      files.add(file)
    }
  }
  return [...files]
}

/** Bytes over all users; files imported by the joined one count where they are loaded unnecessarily. */
function gainOf(left: PlannedFile, right: PlannedFile, fileOf: ReadonlyMap<Chunk, PlannedFile>): number {
  if ((left.users & right.users) === 0n) return 0
  const joined = join(left, right)
  let gain = costOf(left) + costOf(right) - costOf(joined)
  const imported = new Set([...joined.needs].map((chunk) => fileOf.get(chunk)))
  for (const file of imported) {
    if (gain <= 0) return 0
    if (file && file !== left && file !== right) gain -= file.bytes * countUsers(joined.users & ~file.users)
  }
  return gain
}

/** Files that import each other run in an undefined order. */
function isInCycle(joined: PlannedFile, fileOf: ReadonlyMap<Chunk, PlannedFile>): boolean {
  const reached = new Set([...joined.needs].filter((chunk) => !joined.chunks.has(chunk)))
  for (const chunk of reached) {
    for (const next of fileOf.get(chunk)?.needs ?? []) {
      if (joined.chunks.has(next)) return true
      reached.add(next)
    }
  }
  return false
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
