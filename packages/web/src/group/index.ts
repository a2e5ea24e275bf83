export { Finder } from './finder.tsx'
export { FindingLine } from './finding-line.tsx'
export { findingKey, type FinderResult } from './findings.ts'
