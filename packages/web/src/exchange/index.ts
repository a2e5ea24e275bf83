export { openExport } from './open-export.ts'
export { openImport } from './open-import.ts'
