export { roleInCompany, type Actor, type Member } from './actor.ts'
export {
  authorise,
  authoriseCall,
  isUsable,
  requireAdmission,
  requireUsableCompany,
  rule,
  type Rule,
} from './authorise.ts'
export { serve } from './serve.ts'
export { readerOf, type SignAddress } from './file-reader.ts'
