import { runSeeds } from './run-seeds.ts'

runSeeds(51, 5_000, 7_200_000)
