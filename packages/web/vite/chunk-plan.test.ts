import fc from 'fast-check'
import type { Rolldown } from 'vite'
import { expect, test } from 'vitest'
import { planChunks } from './chunk-plan.ts'

type Given = { bytes: number; hasStyles?: boolean; imports?: string[]; kind?: 'entry' | 'page' | 'part' | undefined }

/** A chunk of one module with the same name, and its styles. */
const chunkOf = ([name, { bytes, hasStyles, imports = [], kind }]: [string, Given]) =>
  ({
    type: 'chunk',
    fileName: name,
    isEntry: kind === 'entry',
    isDynamicEntry: kind === 'page' || kind === 'part',
    facadeModuleId: kind ? name : null,
    imports,
    modules: {
      [name]: { renderedLength: bytes },
      ...(hasStyles && { [`${name}.css`]: { renderedLength: 0 } }),
    },
  }) as unknown as Rolldown.OutputChunk

/** The modules of each file. */
function plan(given: Record<string, Given>): string[] {
  const pages = Object.keys(given).filter((name) => given[name]?.kind === 'page')
  const names = planChunks(
    Object.entries(given).map(chunkOf),
    pages.map((page) => ({ modules: [page], needsSession: true })),
  )
  const files = Map.groupBy(
    Object.keys(given).filter((module) => names.has(module)),
    (module) => names.get(module),
  )
  return [...files.values()].map((modules) => modules.toSorted(byName).join(' ')).toSorted(byName)
}

const byName = (one: string, other: string): number => one.localeCompare(other)

const shell: Given = { bytes: 90_000 }

test('small chunks of the same pages share a file, modules of the entry have none', () => {
  expect(
    plan({
      entry: { bytes: 1000, imports: ['base'], kind: 'entry' },
      base: { bytes: 1000 },
      one: { bytes: 1000, imports: ['shell', 'icon', 'base'], kind: 'page' },
      two: { bytes: 1000, imports: ['shell', 'icon', 'base'], kind: 'page' },
      shell,
      icon: { bytes: 500 },
    }),
  ).toEqual(['icon one shell two'])
})

test('large code of one page is not loaded by the others', () => {
  expect(
    plan({
      one: { bytes: 90_000, imports: ['shell'], kind: 'page' },
      two: { bytes: 90_000, imports: ['shell'], kind: 'page' },
      shell,
    }),
  ).toEqual(['one', 'shell', 'two'])
})

test('files of modules with equal names get distinct names, since the build joins groups of one name', () => {
  const given = {
    'src/a/index.ts': { bytes: 90_000, kind: 'page' },
    'src/b/index.ts': { bytes: 90_000, kind: 'page' },
  } as const
  expect(plan(given)).toEqual(['src/a/index.ts', 'src/b/index.ts'])
})

/** Chunks import only later ones, so that the build without a plan has no cycles either. */
const graphs = fc
  .array(
    fc.record({
      bytes: fc.constantFrom(10, 1_000, 100_000),
      hasStyles: fc.boolean(),
      kind: fc.constantFrom('page', 'part', undefined),
    }),
    {
      minLength: 2,
      maxLength: 12,
    },
  )
  .chain((chunks) =>
    fc
      .array(fc.array(fc.nat(chunks.length - 1), { maxLength: 3 }), {
        minLength: chunks.length,
        maxLength: chunks.length,
      })
      .map((imports) =>
        Object.fromEntries(
          chunks.map((chunk, index): [string, Given] => {
            const later = (imports[index] ?? []).filter((next) => next > index)
            return [`c${index}`, { ...chunk, imports: [...new Set(later)].map((next) => `c${next}`) }]
          }),
        ),
      ),
  )

test('every module has one file, and files never import each other in a cycle', () => {
  fc.assert(
    fc.property(graphs, (given) => {
      const files = plan(given).map((file) => file.split(' '))
      expect(files.flat().sort()).toEqual(Object.keys(given).sort())
      const left = new Set(files)
      const importsOf = (file: readonly string[]) =>
        [...left].filter(
          (other) => other !== file && file.some((name) => given[name]?.imports?.some((next) => other.includes(next))),
        )
      for (let last = [...left].find((file) => importsOf(file).length === 0); last;)
        last = left.delete(last) ? [...left].find((file) => importsOf(file).length === 0) : undefined
      expect([...left]).toEqual([])
    }),
    { numRuns: 2000 },
  )
})

test('joining files never makes pages and parts load more than the saved requests are worth', () => {
  fc.assert(
    fc.property(graphs, (given) => {
      const unplanned = Object.keys(given).map((name) => [name])
      const planned = plan(given).map((file) => file.split(' '))
      expect(costOf(given, planned)).toBeLessThanOrEqual(costOf(given, unplanned))
    }),
    { numRuns: 2000 },
  )
})

/** The cost of everything that pages and parts load: a request counts like 4,000 bytes, a page like six parts. */
function costOf(given: Record<string, Given>, files: readonly string[][]): number {
  const fileOf = new Map(files.flatMap((file) => file.map((name) => [name, file])))
  const costOfFile = (file: readonly string[]) =>
    file.reduce((sum, name) => sum + (given[name]?.bytes ?? 0), 0) +
    (file.some((name) => given[name]?.hasStyles) ? 8_000 : 4_000)
  const costOfUser = (user: string) => {
    const loaded = new Set([fileOf.get(user) ?? []])
    for (const file of loaded)
      for (const name of file) for (const next of given[name]?.imports ?? []) loaded.add(fileOf.get(next) ?? [])
    return [...loaded].reduce((sum, file) => sum + costOfFile(file), 0)
  }
  return Object.entries(given).reduce((sum, [name, { kind }]) => {
    if (kind !== 'page' && kind !== 'part') return sum
    return sum + costOfUser(name) * (kind === 'page' ? 6 : 1)
  }, 0)
}
