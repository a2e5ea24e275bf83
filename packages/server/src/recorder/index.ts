export { registerExtensionDownload } from './extension-download.ts'
