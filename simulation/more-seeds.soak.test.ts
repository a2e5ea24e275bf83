import { runSeeds } from './run-seeds.ts'

runSeeds(5_051, 5_000, 1_800_000)
