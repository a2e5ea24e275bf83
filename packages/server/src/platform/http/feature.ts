/** How a feature connects its calls with its handlers. Types only; serve-calls.ts serves them. */
import type { Access, Call, CallResponse, PathParams, PermissionAccess } from '@knowreel/shared/catalogue/call.ts'
import type { FastifyBaseLogger } from 'fastify'
import type * as z from 'zod'
import type { IncomingFile } from './read-multipart-file.ts'
import type { VersionedResponse } from './versioned-response.ts'

/** The result that the access layer passes to the HTTP layer, which does not know what an actor is. */
export type RequestContext = {
  readonly id: string
  readonly log: FastifyBaseLogger
  readonly address: string
  readonly userAgent: string | null
  /** The session token of the header, for ending this session. */
  readonly token: string | null
  /** Null if no form was sent; returns null if the form has no file. */
  readonly readFile: (() => Promise<IncomingFile | null>) | null
}

export type HandlerInput<C extends Call, ActorOf, SubjectOf> = {
  readonly params: PathParams<C['path']>
  readonly query: z.output<C['query']>
  readonly body: z.output<C['body']>
  readonly actor: ActorOf
  readonly subject: SubjectOf
  readonly request: RequestContext
}

export type AnyRule = { readonly load: (...input: never[]) => Promise<unknown> }
export type AnyPolicy = { readonly [permission: string]: AnyRule }

type Loaded<R> = R extends { readonly load: (...input: never[]) => Promise<infer S> } ? NonNullable<S> : never

type SubjectOf<A extends Access, Policy> =
  A extends PermissionAccess<infer P>
    ? P extends keyof Policy
      ? A['subject'] extends `${string}Ids`
        ? Loaded<Policy[P]>[]
        : Loaded<Policy[P]>
      : never
    : undefined

export type Handlers<Calls, Policy, Actors extends ActorTypes> = {
  readonly [Name in keyof Calls]: Calls[Name] extends Call
    ? (
        input: HandlerInput<
          Calls[Name],
          ActorFor<Calls[Name]['allow'], Actors>,
          SubjectOf<Calls[Name]['allow'], Policy>
        >,
      ) => Promise<
        CallResponse<Calls[Name]> | (Calls[Name] extends { readonly isVersioned: true } ? VersionedResponse : never)
      >
    : never
}

export type ActorTypes = { readonly guest: unknown; readonly session: unknown; readonly member: unknown }

type ActorFor<A extends Access, Actors extends ActorTypes> = A extends 'member'
  ? Actors['member']
  : A extends 'session'
    ? Actors['session']
    : Actors['guest']

export type AnyHandler = (input: HandlerInput<Call, unknown, unknown>) => Promise<unknown>

/** A feature to be mounted by the app. */
export type Feature = {
  readonly calls: { readonly [name: string]: Call }
  readonly handlers: { readonly [name: string]: AnyHandler }
  readonly policy: AnyPolicy
}
