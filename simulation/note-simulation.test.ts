import { runSeeds } from './run-seeds.ts'

runSeeds(1, 50, 180_000)
