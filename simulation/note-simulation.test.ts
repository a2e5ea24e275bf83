import { runSeeds } from './run-seeds.ts'

runSeeds(1, 50, 1_800_000)
