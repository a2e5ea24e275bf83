export { openExport, openImport } from './import-export.dialogs.ts'
