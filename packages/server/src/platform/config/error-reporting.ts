export type ErrorReporting = {
  /** Receives the envelopes. */
  readonly url: string
  readonly key: string
  readonly environment: string
}

type Endpoint = Pick<ErrorReporting, 'url' | 'key'>

/** The endpoint of a Sentry DSN: `https://key@host/project`, also with a path before the project. Null if it is none. */
export function parseDsn(text: string): Endpoint | null {
  const url = URL.parse(text)
  const isDsn = url && /^https?:$/.test(url.protocol) && /^\w+$/.test(url.username) && !url.search && !url.hash
  const [, path = '', project] = (isDsn && /^(.*)\/(\w+)$/.exec(url.pathname)) || []
  return isDsn && project !== undefined
    ? { url: `${url.origin}${path}/api/${project}/envelope/`, key: url.username }
    : null
}

export function readErrorReporting(values: {
  ERROR_REPORTING_DSN?: Endpoint
  ERROR_REPORTING_ENVIRONMENT: string
}): ErrorReporting | null {
  return values.ERROR_REPORTING_DSN === undefined
    ? null
    : { ...values.ERROR_REPORTING_DSN, environment: values.ERROR_REPORTING_ENVIRONMENT }
}
