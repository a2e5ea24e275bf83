export { endSession, useLogOut } from './end-session.ts'
export { meQuery, useMe, type Session } from './session.queries.ts'
export { signInAddress } from './sign-in-address.ts'
export { SignOutButton } from './sign-out-button.tsx'
