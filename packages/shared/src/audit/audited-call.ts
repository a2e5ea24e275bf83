import type { AuditAction } from './audit-actions.ts'

export type AuditSubjectKind =
  'user' | 'company' | 'workspace' | 'article' | 'group' | 'invitation' | 'job' | 'apiKey' | 'webhook' | 'template'

/**
 * The audit log's record of a call that succeeded. The title of its subject, and a member's role and status, are read
 * before the call, so that the entry of a deletion still names what was deleted.
 */
export type AuditedCall = {
  readonly action: AuditAction
  /** `company` is the session's company. */
  readonly subject?: {
    readonly kind: AuditSubjectKind
    readonly at: `params.${string}` | `body.${string}` | 'company'
  }
  /** Fields of the body, otherwise of the path, that the entry keeps; never secrets. */
  readonly details?: readonly string[]
  /** The call is audited only if the body has this field. */
  readonly ifHas?: string
  /** The call is audited only if its subject is found: some objects are of no interest to the company. */
  readonly isSubjectRequired?: boolean
  /** Another record, for a call that changes more than one thing. */
  readonly also?: AuditedCall
}
