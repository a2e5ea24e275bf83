/** A headless editor: types into a note through the real protocol and records the messages it receives. */
import { HocuspocusProvider, HocuspocusProviderWebsocket } from '@hocuspocus/provider'
import { NOTE_SCHEMA_VERSION } from '@knowreel/shared/note/note-document.ts'
import { type NoteAddress, noteDocumentName, type NoteServerMessage } from '@knowreel/shared/note/note.protocol.ts'
import * as Y from 'yjs'

export interface NoteClientOptions {
  url: string
  /** Without a tab, it joins the presence room of the article. */
  address: NoteAddress | { articleId: string }
  token?: string
  schemaVersion?: number
  reconnectMs?: number
}

export class NoteClient {
  readonly document = new Y.Doc()
  readonly provider: HocuspocusProvider
  readonly socket: HocuspocusProviderWebsocket
  readonly messages: NoteServerMessage[] = []
  readonly refusals: string[] = []
  /** Close codes of the socket. */
  readonly closings: number[] = []
  /** False for an editor that does not acknowledge locks. */
  acknowledgesLocks = true
  #lastCheckpoint = 0
  /** The callback of each checkpoint for when its receipt arrives. */
  readonly #waiting = new Map<number, () => void>()

  constructor({
    url,
    address,
    token = 'ines',
    schemaVersion = NOTE_SCHEMA_VERSION,
    reconnectMs = 50,
  }: NoteClientOptions) {
    this.socket = new HocuspocusProviderWebsocket({
      url: `${url}?schema=${schemaVersion}`,
      delay: reconnectMs,
      minDelay: reconnectMs,
      maxDelay: reconnectMs,
      factor: 1,
      onClose: ({ event }) => this.closings.push(event.code),
    })
    this.provider = new HocuspocusProvider({
      websocketProvider: this.socket,
      name: 'tabId' in address ? noteDocumentName(address) : address.articleId,
      document: this.document,
      token,
      onStateless: ({ payload }) => this.#receive(JSON.parse(payload) as NoteServerMessage),
      onAuthenticationFailed: ({ reason }) => this.refusals.push(reason),
    })
    this.provider.attach()
  }

  get fragment(): Y.XmlFragment {
    return this.document.getXmlFragment('default')
  }

  get text(): string {
    return this.fragment
      .toArray()
      .map((block) => (block instanceof Y.XmlElement ? block.toArray().map(String).join('') : ''))
      .join('\n')
  }

  get isSynced(): boolean {
    return this.provider.isSynced
  }

  /** Adds a paragraph at the end. */
  write(text: string): void {
    const paragraph = new Y.XmlElement('paragraph')
    paragraph.insert(0, [new Y.XmlText(text)])
    this.fragment.push([paragraph])
  }

  /** Resolves when the server confirms that everything written so far is saved. */
  checkpoint(): Promise<void> {
    this.#lastCheckpoint += 1
    const id = this.#lastCheckpoint
    const saved = new Promise<void>((resolve) => this.#waiting.set(id, resolve))
    this.provider.sendStateless(JSON.stringify({ type: 'checkpoint', id }))
    return saved
  }

  /** Notifies the server that everything written so far has been sent. */
  acknowledgeLock(): void {
    this.provider.sendStateless(JSON.stringify({ type: 'flushed' }))
  }

  has(type: NoteServerMessage['type']): boolean {
    return this.messages.some((message) => message.type === type)
  }

  destroy(): void {
    this.provider.destroy()
    this.socket.destroy()
    this.document.destroy()
  }

  #receive(message: NoteServerMessage): void {
    this.messages.push(message)
    if (message.type === 'saved') this.#waiting.get(message.id)?.()
    const isLock = message.type === 'locked' && message.reason === 'publishing' && message.id === undefined
    if (isLock && this.acknowledgesLocks) this.acknowledgeLock()
  }
}
