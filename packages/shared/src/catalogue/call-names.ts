import type { Call } from './call.ts'
import type { Catalogue } from './catalogue.ts'

/** `workspace.list`, `user.me` … */
export type CallName = { [F in keyof Catalogue]: `${F}.${Extract<keyof Catalogue[F], string>}` }[keyof Catalogue]

export type CallOf<Name> = Name extends `${infer F}.${infer C}`
  ? F extends keyof Catalogue
    ? C extends keyof Catalogue[F]
      ? Extract<Catalogue[F][C], Call>
      : never
    : never
  : never
