export { openExport, openImport } from './exchange.dialogs.ts'
