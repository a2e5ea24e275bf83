import type { CallSet } from '@knowreel/shared/catalogue/call.ts'
import type { AnyHandler, AnyPolicy, Feature, Handlers } from '../platform/http/feature.ts'
import type { Actor, Member } from './actor.ts'

/** `guest` handlers may meet nobody; permission handlers too, where the rule lets guests see. */
type Actors = { guest: Actor | null; session: Actor; member: Member }

/**
 * Joins the calls of a feature to their handlers and to the policy that guards them. The types make sure that every call
 * has a handler, and that a handler gets exactly what its call declares.
 */
export function serve<Calls extends CallSet, Policy extends AnyPolicy>(
  calls: Calls,
  policy: Policy,
  handlers: Handlers<Calls, Policy, Actors>,
): Feature {
  return { calls, policy, handlers: handlers as unknown as Record<string, AnyHandler> }
}
