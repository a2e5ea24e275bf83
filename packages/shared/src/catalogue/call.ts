/**
 * A call is data. The server route, its validation and serialisation, the access check, the typed client, the OpenAPI
 * page and the generated access tests are all made from the one declaration, so no shape is typed twice.
 */
import * as z from 'zod'
import type { Permission } from '../access/permissions.ts'
import type { ErrorCode } from '../error/error-codes.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

type ParamName<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParamName<Rest>
  : never

/** The `{name}` parts of a path. Ids accept the long and the short form. */
export type PathParams<Path extends string> = { [Name in ParamName<Path>]: string }

/**
 * Where the id stands that a permission is asked for: `params.id`, `query.articleId`, `body.articleIds` for several at
 * once, or `company` for the current company of the session.
 */
export type SubjectPlace = `params.${string}` | `query.${string}` | `body.${string}` | 'company'

export type PermissionAccess<P extends Permission = Permission, Place extends SubjectPlace = SubjectPlace> = {
  readonly permission: P
  readonly of: Place
}

/**
 * Who may call:
 * `guest` anybody · `session` any live session, whatever became of its company · `member` an active member of an active
 * company · or a permission on the thing named by an id, decided by the one rule the server holds for it.
 */
export type Access = 'guest' | 'session' | 'member' | PermissionAccess

export const may = <const P extends Permission, const Place extends SubjectPlace>(
  permission: P,
  of: Place,
): PermissionAccess<P, Place> => ({ permission, of })

type NoFields = z.ZodObject<Record<never, never>, z.core.$strict>

export type Call<
  Path extends string = string,
  Allow extends Access = Access,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Gives extends z.ZodType = z.ZodType,
> = {
  readonly method: Method
  /** Relative to `/api`, as in the table of calls: `/article/{id}`. */
  readonly path: Path
  readonly summary: string
  readonly allow: Allow
  /** Stays open while the company has not paid. */
  readonly isOpenUnpaid: boolean
  readonly query: Query
  readonly body: Body
  readonly gives: Gives
  /** Refusals of this call beyond those every call has (401, 403, 404, 422, 429). */
  readonly errors: readonly ErrorCode[]
  /** Largest request body in bytes, a file not counted. */
  readonly bodyLimit: number
  /**
   * Also takes multipart/form-data with one file, in its part `file`. Access is decided before a byte of it is read, so
   * never by something in the body.
   */
  readonly takesFile: boolean
  /**
   * At most `max` requests a `windowMs` and key; the key is the address, joined by this field of the body. Of several,
   * each counts.
   */
  readonly rateLimit?: RateLimit | readonly RateLimit[]
}

export type RateLimit = { readonly max: number; readonly windowMs: number; readonly bodyKey?: string }

type CallInput<
  P extends string,
  A extends Access,
  Q extends z.ZodType,
  B extends z.ZodType,
  G extends z.ZodType,
> = Pick<Call<P, A, Q, B, G>, 'method' | 'path' | 'summary' | 'allow' | 'gives'> & {
  query?: Q
  body?: B
  isOpenUnpaid?: boolean
  errors?: readonly ErrorCode[]
  bodyLimit?: number
  takesFile?: boolean
  rateLimit?: RateLimit | readonly RateLimit[]
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
>(input: CallInput<P, A, Q, B, G>): Call<P, A, Q, B, G> {
  return {
    ...input,
    isOpenUnpaid: input.isOpenUnpaid ?? false,
    query: input.query ?? (noQuery as unknown as Q),
    body: input.body ?? (noBody as unknown as B),
    errors: input.errors ?? [],
    bodyLimit: input.bodyLimit ?? defaultBodyLimit,
    takesFile: input.takesFile ?? false,
  }
}

/** What a caller sends. Parts without fields may be left out. */
export type CallRequest<C extends Call> = Part<'params', PathParams<C['path']>> &
  Part<'query', z.input<C['query']>> &
  Part<'body', z.input<C['body']>>

type Part<Name extends string, Value> = [Value] extends [never]
  ? unknown
  : Record<never, never> extends Value
    ? { [N in Name]?: Value }
    : { [N in Name]: Value }

/** What a call answers, as it travels. */
export type CallAnswer<C extends Call> = z.input<C['gives']>

export type CallSet = { readonly [name: string]: Call }
