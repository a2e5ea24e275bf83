export type { Actor, Member } from './actor.ts'
export { authoriseCall, requireAdmission, requireUsableCompany, rule, type Rule } from './authorise.ts'
export { serve } from './serve.ts'
