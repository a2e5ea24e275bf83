export type { Actor, ActorCompany, Member } from './actor.ts'
export { authorise, authoriseCall, requireUsableCompany, rule, type Rule } from './authorise.ts'
export { serve } from './serve.ts'
