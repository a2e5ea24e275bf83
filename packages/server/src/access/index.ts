export {
  isColleague,
  isCompanyAdmin,
  loadActorCompany,
  maySeePeople,
  roleInCompany,
  type Actor,
  type ActorCompany,
  type Member,
} from './actor.ts'
export {
  authorise,
  authoriseCall,
  hasUsableCompany,
  refuseGuests,
  requireMember,
  requireUsableCompany,
  rule,
  type Rule,
} from './authorise.ts'
export { installationPolicy } from './installation.policy.ts'
export { serve } from './serve.ts'
export { fileReader, type SignAddress } from './file-reader.ts'
