/** The browser's end of a socket; the test is the server. Stub the global `WebSocket` with it. */
export class FakeSocket extends EventTarget {
  static readonly CONNECTING = 0
  static instances: FakeSocket[] = []
  readonly sent: unknown[] = []
  readonly url: string
  binaryType = 'blob'
  isClosed = false
  /** 0: connecting, 1: open. */
  readyState = 0

  constructor(url: string) {
    super()
    this.url = url
    FakeSocket.instances.push(this)
  }

  send(data: unknown): void {
    this.sent.push(typeof data === 'string' ? JSON.parse(data) : data)
  }

  close(): void {
    this.isClosed = true
  }

  open(): void {
    this.readyState = 1
    this.dispatchEvent(new Event('open'))
  }

  /** A text is sent as it is, anything else as JSON. */
  receive(message: unknown): void {
    const data = typeof message === 'string' ? message : JSON.stringify(message)
    this.dispatchEvent(new MessageEvent('message', { data }))
  }

  closeByServer(code = 1006, reason = ''): void {
    this.dispatchEvent(new CloseEvent('close', { code, reason }))
  }

  static at(index: number): FakeSocket {
    const socket = FakeSocket.instances[index]
    if (!socket) throw new Error(`no socket ${index}`)
    return socket
  }
}
