/**
 * The server as seen from the page, running inside the page: it responds to `fetch` by the call catalogue. A test
 * declares the response of each call. Anything the catalogue does not allow is a fault and fails the test: a request
 * that no test declared, and a response that its schema refuses. A body that the real server would refuse gets the real
 * refusal.
 */
import type { Call, CallResponse, PathParams } from '@knowreel/shared/catalogue/call.ts'
import type { CallName, CallOf } from '@knowreel/shared/catalogue/call-names.ts'
import { catalogue } from '@knowreel/shared/catalogue/catalogue.ts'
import type { ErrorResponse, FieldError } from '@knowreel/shared/error/app-error.ts'
import { errorCodes, type ErrorCode } from '@knowreel/shared/error/error-codes.ts'

export type ReceivedRequest<Name extends CallName = CallName> = {
  readonly params: PathParams<CallOf<Name>['path']>
  readonly query: CallOf<Name>['query']['_zod']['output']
  readonly body: CallOf<Name>['body']['_zod']['output']
}

type FakeAnswer<Name extends CallName> = CallResponse<CallOf<Name>> | Refusal | Offline

export type Answers = {
  [Name in CallName]?:
    FakeAnswer<Name> | ((request: ReceivedRequest<Name>) => FakeAnswer<Name> | Promise<FakeAnswer<Name>>)
}

class Refusal {
  readonly code: ErrorCode
  readonly details: Partial<ErrorResponse>
  constructor(code: ErrorCode, facts: Partial<ErrorResponse>) {
    this.code = code
    this.details = facts
  }
}

class Offline {
  readonly isOffline = true
}

/** The response of a server that refuses with this code. */
export const refuse = (code: ErrorCode, facts: Partial<ErrorResponse> = {}): Refusal => new Refusal(code, facts)

/** A refusal that the page shows at a field of its form. */
export const refuseField = (code: ErrorCode, field: string, message: string): Refusal =>
  refuse(code, { errors: [{ field, message }] })

/** The answer never arrives. */
export const neverAnswers = (): Promise<never> => new Promise(() => {})

/** No response at all. */
export const noResponse = (): Offline => new Offline()

type Entry = { readonly name: string; readonly call: Call; readonly pattern: RegExp; readonly paramNames: string[] }

/** Fixed paths come before paths with parameters, as in the real router. */
const entries: readonly Entry[] = Object.entries(catalogue)
  .flatMap(([feature, calls]) =>
    Object.entries(calls as Record<string, Call>).map(([name, call]) => ({
      name: `${feature}.${name}`,
      call,
      pattern: new RegExp(`^/api${call.path.replace(/\{\w+\}/g, '([^/]+)')}$`),
      paramNames: [...call.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? ''),
    })),
  )
  .toSorted((a, b) => a.paramNames.length - b.paramNames.length)

export class FakeServer {
  /** Violations of the catalogue and undeclared calls; the harness fails the test for each. */
  readonly violations: string[] = []
  /** By call: a response, or a function of the request. */
  readonly #answers: Record<string, unknown> = {}
  readonly #received: { name: string; request: unknown }[] = []

  /** Declares or replaces responses. */
  answer(answers: Answers): void {
    Object.assign(this.#answers, answers)
  }

  /** The requests of the page to a call, oldest first. */
  requests<Name extends CallName>(name: Name): ReceivedRequest<Name>[] {
    return this.#received.filter((entry) => entry.name === name).map(({ request }) => request as ReceivedRequest<Name>)
  }

  /** Undefined for requests that are not for the server: modules and fonts of the page. */
  async handle(address: URL, init: RequestInit): Promise<Response | undefined> {
    if (address.origin !== location.origin) return this.#reportViolation(`${address.href} is not of this server`)
    if (!/^\/(api|files)\//.test(address.pathname)) return undefined
    const method = init.method ?? 'GET'
    const found = findEntry(method, address.pathname)
    if (found === null) return this.#reportViolation(`no call is ${method} ${address.pathname}`)
    const { entry, params } = found
    const { name, call } = entry

    const query = call.query.safeParse(Object.fromEntries(address.searchParams))
    const body = call.body.safeParse(typeof init.body === 'string' ? JSON.parse(init.body) : init.body)
    const problem = query.error ?? body.error
    if (problem) return refusalResponse(refuse('invalid_input', { errors: problem.issues.map(toFieldError) }))
    const request = { params, query: query.data, body: body.data }
    this.#received.push({ name, request })

    if (!(name in this.#answers))
      return this.#reportViolation(`${name} (${method} ${address.pathname}) has no declared answer`)
    const declared = this.#answers[name]
    const answer: unknown = await (typeof declared === 'function'
      ? (declared as (request: unknown) => unknown)(request)
      : declared)
    if (answer instanceof Offline) throw new TypeError('Failed to fetch')
    if (answer instanceof Refusal) return refusalResponse(answer)
    const checked = call.response.safeParse(answer)
    if (checked.error)
      return this.#reportViolation(`the answer to ${name} does not match the catalogue: ${checked.error.message}`)
    return Response.json(checked.data)
  }

  #reportViolation(text: string): Response {
    this.violations.push(text)
    return Response.json({ error: text, code: 'internal', requestId: 'test' }, { status: 500 })
  }
}

function findEntry(method: string, path: string): { entry: Entry; params: Record<string, string> } | null {
  for (const entry of entries) {
    const match = entry.call.method === method && entry.pattern.exec(path)
    if (!match) continue
    const values = match.slice(1).map(decodeURIComponent)
    return { entry, params: Object.fromEntries(entry.paramNames.map((name, at) => [name, values[at] ?? ''])) }
  }
  return null
}

function refusalResponse({ code, details }: Refusal): Response {
  const { status, message } = errorCodes[code]
  const answer = { ...(details.errors ? {} : { error: message }), code, requestId: 'test', ...details }
  return Response.json(answer, { status })
}

const toFieldError = (issue: { path: readonly PropertyKey[]; message: string }): FieldError => ({
  field: issue.path.map(String).join('.'),
  message: issue.message,
})
