export { openCreateUser } from './open-create-user.ts'
export { openInviteUser } from './open-invite-user.ts'
