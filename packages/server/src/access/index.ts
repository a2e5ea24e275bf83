export type { Actor, Member } from './actor.ts'
export { authoriseCall, requireUsableCompany, rule, type Rule } from './authorise.ts'
export { serve } from './serve.ts'
