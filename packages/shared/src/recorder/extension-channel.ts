/**
 * The messages between a page of the product and the recorder extension, by `window.postMessage` to the own origin:
 * `{ source, type, id, payload }`. `id` pairs a question with its answer. Anything else is ignored: a wrong origin or
 * window, an unknown type, a field of a wrong kind. Fields that are not declared are dropped.
 *
 * `companyId` in any payload is the company of the sender; the receiver ignores messages of another company.
 */

/** Where the installation offers the extension for download. */
export const extensionAddress = '/recorder/knowreel-recorder.zip'

export type ChannelState = 'idle' | 'recording' | 'paused' | 'stopping' | 'uploading' | 'done' | 'error'

type Company = { readonly companyId?: string }

export type ChannelMessages = {
  readonly frontend: {
    readonly getInfo: Company
    readonly startRecording: Company & {
      readonly articleId?: string
      readonly workspaceId?: string
      readonly title?: string
      readonly tags?: readonly string[]
      readonly mode: 'new' | 'insert'
      readonly insertAt?: number
    }
    readonly pause: Company
    readonly resume: Company
    readonly stop: Company
    readonly cancel: Company
    readonly uploadRetry: Company & { readonly sessionId: string }
    /** The page inserts a recording that was `recorded`. */
    readonly uploadReceived: Company & { readonly sessionId: string }
    readonly articleIdChanged: Company & { readonly from: string; readonly to: string }
    readonly logout: Company
  }
  readonly plugin: {
    readonly info: Company & {
      readonly version: string
      readonly isRecording: boolean
      readonly sessionId?: string
      readonly capabilities: readonly string[]
    }
    readonly state: Company & {
      readonly state: ChannelState
      readonly sessionId: string
      /** In milliseconds. */
      readonly elapsed: number
      readonly articleId?: string
    }
    readonly progress: Company & {
      readonly sessionId: string
      readonly uploaded: number
      readonly total: number
      readonly articleId?: string
    }
    readonly recorded: Company & {
      readonly sessionId: string
      readonly acceptId: string
      readonly articleId: string
      readonly duration: number
      /** For a recording that a page still has to insert: the requested article time, in ms. */
      readonly insertAt?: number
    }
    /** For upload errors, `id` is the recording id. */
    readonly error: Company & {
      readonly code: string
      readonly message: string
      readonly canRetry: boolean
      readonly articleId?: string
    }
  }
  readonly api: {
    /** The token is a ticket, which the extension exchanges for a session of its own. */
    readonly session: Company & { readonly token: string; readonly apiUrl: string; readonly companyId: string }
    readonly signedOut: Company
    readonly articlePublished: Company & { readonly from: string; readonly to: string }
  }
}

export type ChannelSource = keyof ChannelMessages
export type ChannelMessage<Source extends ChannelSource = ChannelSource> = {
  [Of in Source]: {
    [Type in keyof ChannelMessages[Of]]: {
      readonly source: Of
      readonly type: Type
      readonly id: string
      readonly payload: ChannelMessages[Of][Type]
    }
  }[keyof ChannelMessages[Of]]
}[Source]

type Check = { readonly isValid: (value: unknown) => boolean; readonly isOptional: boolean }

const maxId = 200
const isText = (maximum: number) => (value: unknown) => typeof value === 'string' && value.length <= maximum
const required = (isValid: Check['isValid']): Check => ({ isValid, isOptional: false })
const optional = (isValid: Check['isValid']): Check => ({ isValid, isOptional: true })
const isId = (value: unknown): boolean => isText(maxId)(value) && value !== ''
const isAmount = (value: unknown): boolean => typeof value === 'number' && Number.isFinite(value) && value >= 0
const isFlag = (value: unknown): boolean => typeof value === 'boolean'
const isListOf = (isEntry: Check['isValid'], maximum: number) => (value: unknown) =>
  Array.isArray(value) && value.length <= maximum && value.every(isEntry)
const isOneOf = (values: readonly string[]) => (value: unknown) => typeof value === 'string' && values.includes(value)

const states: readonly ChannelState[] = ['idle', 'recording', 'paused', 'stopping', 'uploading', 'done', 'error']

/** The fields of each message besides `companyId`. */
const fields: { readonly [Source in ChannelSource]: Record<keyof ChannelMessages[Source], Record<string, Check>> } = {
  frontend: {
    getInfo: {},
    startRecording: {
      articleId: optional(isId),
      workspaceId: optional(isId),
      title: optional(isText(300)),
      tags: optional(isListOf(isText(100), 50)),
      mode: required(isOneOf(['new', 'insert'])),
      insertAt: optional(isAmount),
    },
    pause: {},
    resume: {},
    stop: {},
    cancel: {},
    uploadRetry: { sessionId: required(isId) },
    uploadReceived: { sessionId: required(isId) },
    articleIdChanged: { from: required(isId), to: required(isId) },
    logout: {},
  },
  plugin: {
    info: {
      version: required(isText(50)),
      isRecording: required(isFlag),
      sessionId: optional(isId),
      capabilities: required(isListOf(isText(50), 50)),
    },
    state: {
      state: required(isOneOf(states)),
      sessionId: required(isText(maxId)),
      elapsed: required(isAmount),
      articleId: optional(isId),
    },
    progress: {
      sessionId: required(isId),
      uploaded: required(isAmount),
      total: required(isAmount),
      articleId: optional(isId),
    },
    recorded: {
      sessionId: required(isId),
      acceptId: required(isId),
      articleId: required(isId),
      duration: required(isAmount),
      insertAt: optional(isAmount),
    },
    error: {
      code: required(isText(100)),
      message: required(isText(1000)),
      canRetry: required(isFlag),
      articleId: optional(isId),
    },
  },
  api: {
    session: { token: required(isId), apiUrl: required(isText(500)), companyId: required(isId) },
    signedOut: {},
    articlePublished: { from: required(isId), to: required(isId) },
  },
}

/** The content of a message event, if it came from this window and origin, from one of the sources. */
export function readChannelMessage<Source extends ChannelSource>(
  event: { readonly origin: string; readonly source: unknown; readonly data: unknown },
  own: { readonly origin: string; readonly window: unknown },
  sources: readonly Source[],
): ChannelMessage<Source> | null {
  // Pages without an origin of their own have 'null', which others share.
  if (event.origin !== own.origin || own.origin === 'null' || event.source !== own.window) return null
  return parseChannelMessage(event.data, sources)
}

export function parseChannelMessage<Source extends ChannelSource>(
  data: unknown,
  sources: readonly Source[],
): ChannelMessage<Source> | null {
  if (!isRecord(data)) return null
  const { source, type, id, payload = {} } = data
  const from = sources.find((one) => one === source)
  if (from === undefined || typeof type !== 'string' || !isText(maxId)(id) || !isRecord(payload)) return null
  const checks: Record<string, Record<string, Check>> = fields[from]
  if (!Object.hasOwn(checks, type)) return null
  const known = readFields(payload, { companyId: optional(isId), ...checks[type] })
  return known && ({ source: from, type, id, payload: known } as unknown as ChannelMessage<Source>)
}

function readFields(payload: Record<string, unknown>, checks: Record<string, Check>): Record<string, unknown> | null {
  const known: Record<string, unknown> = {}
  for (const [name, { isValid, isOptional }] of Object.entries(checks)) {
    const value = Object.hasOwn(payload, name) ? payload[name] : undefined
    if (value === undefined) {
      if (!isOptional) return null
    } else if (isValid(value)) known[name] = value
    else return null
  }
  return known
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
