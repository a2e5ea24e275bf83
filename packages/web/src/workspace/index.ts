export { openCreateWorkspace } from './open-create-workspace.ts'
