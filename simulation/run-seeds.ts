import { readFileSync, writeFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { NoteSimulation } from './note-simulation.ts'
import { endVirtualTime, startVirtualTime } from './virtual-time.ts'

const steps = 100
const failedFile = new URL('failed-seeds.json', import.meta.url)
const failedBefore = JSON.parse(readFileSync(failedFile, 'utf8')) as number[]

async function run(seed: number): Promise<void> {
  startVirtualTime()
  try {
    await new NoteSimulation(seed).run(steps)
  } catch (error) {
    const failed = [...new Set([...failedBefore, seed])]
    writeFileSync(failedFile, `${JSON.stringify(failed)}\n`)
    throw error
  } finally {
    endVirtualTime()
  }
}

/** Runs the seeds that ever failed, then `count` seeds from `first` on; SEED=38 runs only this one. */
export function runSeeds(first: number, count: number, timeout: number): void {
  const only = process.env['SEED']
  const seeds = only ? [Number(only)] : [...failedBefore, ...Array.from({ length: count }, (_, index) => first + index)]
  it(`loses and duplicates nothing and never gets stuck, with ${seeds.length} seeds`, { timeout }, async () => {
    expect(seeds).not.toEqual([])
    for (const seed of seeds) await run(seed)
  })
}
