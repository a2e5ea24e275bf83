import type { Awareness } from 'y-protocols/awareness'
import { afterPaint } from '../../../platform/after-paint.ts'

type AwarenessChange = {
  readonly added: readonly number[]
  readonly updated: readonly number[]
  readonly removed: readonly number[]
}
type Listener = (change: AwarenessChange, origin: unknown) => void

/**
 * A wrapper of the awareness for the caret extension that does less work per key: the local caret is published after
 * the character is painted and only if it moved, and does not cause a redraw of the remote carets.
 */
export class ThrottledAwareness {
  readonly #awareness: Awareness
  readonly #pending = new Map<string, unknown>()
  readonly #listeners = new Map<Listener, Listener>()

  constructor(awareness: Awareness) {
    this.#awareness = awareness
  }

  get states(): Awareness['states'] {
    return this.#awareness.states
  }

  getStates(): Awareness['states'] {
    return this.#awareness.getStates()
  }

  getLocalState(): Record<string, unknown> | null {
    return this.#awareness.getLocalState()
  }

  /** A hidden page does not paint, so a removal is published immediately. */
  setLocalStateField(field: string, value: unknown): void {
    const isFirst = this.#pending.size === 0
    this.#pending.set(field, value)
    if (value === null) this.#publish()
    else if (isFirst) afterPaint(() => this.#publish())
  }

  on(name: 'change' | 'update', listener: Listener): void {
    const hearOthers: Listener = (change, origin) => {
      const { clientID } = this.#awareness
      const clients = [...change.added, ...change.updated, ...change.removed]
      if (clients.some((client) => client !== clientID)) listener(change, origin)
    }
    this.#listeners.set(listener, hearOthers)
    this.#awareness.on(name, hearOthers)
  }

  off(name: 'change' | 'update', listener: Listener): void {
    const hearOthers = this.#listeners.get(listener)
    if (hearOthers) this.#awareness.off(name, hearOthers)
    this.#listeners.delete(listener)
  }

  #publish(): void {
    const present = this.#awareness.getLocalState() ?? {}
    for (const [field, value] of this.#pending) {
      if (JSON.stringify(present[field]) !== JSON.stringify(value)) this.#awareness.setLocalStateField(field, value)
    }
    this.#pending.clear()
  }
}
