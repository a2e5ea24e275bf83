export { createBackup } from './create-backup.ts'
export { readManifest, secretPath } from './manifest.ts'
export { restoreBackup } from './restore-backup.ts'
export { verifyBackup } from './verify-backup.ts'
