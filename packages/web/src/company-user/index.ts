export { openCreateUser } from './open-create-user.ts'
