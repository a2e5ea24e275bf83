import { runSeeds } from './run-seeds.ts'

runSeeds(5_051, 5_000, 7_200_000)
