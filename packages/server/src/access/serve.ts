import type { CallSet } from '@knowreel/shared/catalogue/call.ts'
import type { AnyHandler, AnyPolicy, Feature, Handlers } from '../platform/http/feature.ts'
import type { Actor, Member } from './actor.ts'

/** `guest` handlers may have no actor; permission handlers too, if the rule lets guests see. */
type Actors = { guest: Actor | null; session: Actor; member: Member }

/**
 * Connects the calls of a feature with their handlers and policy. The types require a handler for every call, with
 * exactly the input that the call declares.
 */
export function serve<Calls extends CallSet, Policy extends AnyPolicy>(
  calls: Calls,
  policy: Policy,
  handlers: Handlers<Calls, Policy, Actors>,
): Feature {
  return { calls, policy, handlers: handlers as unknown as Record<string, AnyHandler> }
}
