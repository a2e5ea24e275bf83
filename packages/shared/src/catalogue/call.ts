/**
 * A call is data. The server route, its validation and serialisation, the access check, the typed client, the OpenAPI
 * page and the generated access tests all derive from one declaration, so no shape is typed twice.
 */
import * as z from 'zod'
import type { Permission } from '../access/permissions.ts'
import type { AuditedCall } from '../audit/audited-call.ts'
import type { ErrorCode } from '../error/error-codes.ts'
import type { KeyAccess, KeyScope } from './key-scopes.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

type ParamName<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParamName<Rest>
  : never

/** The `{name}` parts of a path. Ids accept the long and the short form. */
export type PathParams<Path extends string> = { [Name in ParamName<Path>]: string }

/**
 * Location of the id that a permission applies to: `params.id`, `query.articleId`, `body.articleIds` for several,
 * `company` for the session's current company, or `installation` for what belongs to no company.
 */
export type SubjectPath = `params.${string}` | `query.${string}` | `body.${string}` | 'company' | 'installation'

export type PermissionAccess<P extends Permission = Permission, Subject extends SubjectPath = SubjectPath> = {
  readonly permission: P
  readonly subject: Subject
}

/**
 * The permitted callers: `guest` is anyone; `session` any live session, whatever the state of its company; `member` an
 * active member of an active company; or a permission on the object that an id names, decided by its one rule on the
 * server.
 */
export type Access = 'guest' | 'session' | 'member' | PermissionAccess

export const may = <const P extends Permission, const Subject extends SubjectPath>(
  permission: P,
  of: Subject,
): PermissionAccess<P, Subject> => ({ permission, subject: of })

/** For calls that concern more than single workspaces. */
export const companyWide = (scope: KeyScope): KeyAccess => ({ scope, isCompanyWide: true })

type NoFields = z.ZodObject<Record<never, never>, z.core.$strict>

export type Call<
  Path extends string = string,
  Allow extends Access = Access,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Gives extends z.ZodType = z.ZodType,
> = {
  readonly method: Method
  /** Relative to `/api`, as in calls.tsv: `/article/{id}`. */
  readonly path: Path
  readonly summary: string
  readonly allow: Allow
  readonly allowsUnpaid: UnpaidAccess
  /** Null: API keys cannot make this call. */
  readonly key: KeyAccess | null
  readonly query: Query
  readonly body: Body
  readonly response: Gives
  /** Errors of this call beyond those of every call (401, 403, 404, 422, 429). */
  readonly errors: readonly ErrorCode[]
  /** Maximum request body in bytes, without a file. */
  readonly bodyLimit: number
  /**
   * Also accepts multipart/form-data with one file in the part `file`. Access is checked before the body is read, so it
   * never depends on the body.
   */
  readonly acceptsFile: boolean
  /**
   * At most `max` requests per `windowMs` and key. The key is the person, whose sessions and API keys count together, because
   * colleagues share an address; for guests it is the IP address, combined with this field of the body. If there are
   * several limits, all apply.
   */
  readonly rateLimit?: RateLimit | readonly RateLimit[]
  /** Refused in a session in which an operator is logged in as someone else. */
  readonly refusesOperators: boolean
  /** The entry that a success leaves in the audit log; null for none. */
  readonly audit: AuditedCall | null
  /** The response has an ETag: a client that sends it back is answered with 304 while nothing has changed. */
  readonly isVersioned: boolean
}

/**
 * Whether a call remains available while the company is unpaid: to everyone, or only to the company's owner. `payer` is
 * the owner too, also while a company with billing is deactivated.
 */
export type UnpaidAccess = boolean | 'owner' | 'payer'

export type RateLimit = {
  readonly max: number
  readonly windowMs: number
  readonly bodyKey?: string
}

type CallInput<
  P extends string,
  A extends Access,
  Q extends z.ZodType,
  B extends z.ZodType,
  G extends z.ZodType,
> = Pick<Call<P, A, Q, B, G>, 'method' | 'path' | 'summary' | 'allow' | 'response'> & {
  query?: Q
  body?: B
  allowsUnpaid?: UnpaidAccess
  /** A scope alone means that the rules of the call already limit it to the workspaces of a key. */
  key?: KeyScope | KeyAccess
  errors?: readonly ErrorCode[]
  bodyLimit?: number
  acceptsFile?: boolean
  rateLimit?: RateLimit | readonly RateLimit[]
  refusesOperators?: boolean
  audit?: AuditedCall
}

const noQuery: NoFields = z.strictObject({})
const noBody = z.strictObject({}).nullish()
const defaultBodyLimit = 1_000_000

export function call<
  const P extends string,
  const A extends Access,
  G extends z.ZodType,
  Q extends z.ZodType = NoFields,
  B extends z.ZodType = typeof noBody,
  const V extends boolean = false,
>(input: CallInput<P, A, Q, B, G> & { readonly isVersioned?: V }): Call<P, A, Q, B, G> & { readonly isVersioned: V } {
  return {
    ...input,
    allowsUnpaid: input.allowsUnpaid ?? false,
    key: typeof input.key === 'string' ? { scope: input.key, isCompanyWide: false } : (input.key ?? null),
    query: input.query ?? (noQuery as unknown as Q),
    body: input.body ?? (noBody as unknown as B),
    errors: [...(input.errors ?? []), ...(input.refusesOperators ? (['operator_session'] as const) : [])],
    bodyLimit: input.bodyLimit ?? defaultBodyLimit,
    acceptsFile: input.acceptsFile ?? false,
    refusesOperators: input.refusesOperators ?? false,
    audit: input.audit ?? null,
    isVersioned: (input.isVersioned ?? false) as V,
  }
}

/** A request of the call. Parts without fields are optional. */
export type CallRequest<C extends Call> = RequestPart<'params', PathParams<C['path']>> &
  RequestPart<'query', z.input<C['query']>> &
  RequestPart<'body', z.input<C['body']>>

type RequestPart<Name extends string, Value> = [Value] extends [never]
  ? unknown
  : Record<never, never> extends Value
    ? { [N in Name]?: Value }
    : { [N in Name]: Value }

/** The response of the call in its wire format. */
export type CallResponse<C extends Call> = z.input<C['response']>

export type CallSet = { readonly [name: string]: Call }
