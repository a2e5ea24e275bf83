export { isFileKey, newFileKey, type FileKey } from './file-key.ts'
export { registerFileRoutes } from './file-routes.ts'
export { openFileStorage, type FileStorage } from './file-storage.ts'
export { writeWhole } from './write-whole.ts'
