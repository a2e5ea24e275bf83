import { runSeeds } from './run-seeds.ts'

runSeeds(51, 5_000, 1_800_000)
