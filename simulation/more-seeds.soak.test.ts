import { vi } from 'vitest'
import { runSeeds } from './run-seeds.ts'

// The timers of Node's promises are not virtual.
vi.mock('node:timers/promises', () => ({
  setTimeout: (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms)),
}))

runSeeds(5_051, 5_000, 1_800_000)
