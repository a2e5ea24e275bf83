import { HocuspocusProvider } from '@hocuspocus/provider'

/** With a hundred people in a note, each tells of the own caret twice a second; two people tell of every move. */
const MS_PER_PERSON = 5
const MOST_MS = 500

type AwarenessChange = { added: number[]; updated: number[]; removed: number[] }

/** Sends edits at once, and moves of the caret the more seldom the more people would have to hear of them. */
export class NoteProvider extends HocuspocusProvider {
  readonly #changed = new Set<number>()
  #pause: ReturnType<typeof setTimeout> | undefined

  override awarenessUpdateHandler({ added, updated, removed }: AwarenessChange, origin: unknown): void {
    if (origin === this) return
    for (const client of [...added, ...updated, ...removed]) this.#changed.add(client)
    if (this.#pause === undefined) this.#tell()
  }

  override destroy(): void {
    super.destroy()
    clearTimeout(this.#pause)
  }

  #tell(): void {
    const updated = [...this.#changed]
    this.#changed.clear()
    super.awarenessUpdateHandler({ added: [], updated, removed: [] }, null)
    const people = this.awareness?.getStates().size ?? 0
    this.#pause = setTimeout(
      () => {
        this.#pause = undefined
        if (this.#changed.size > 0) this.#tell()
      },
      Math.min(people * MS_PER_PERSON, MOST_MS),
    )
  }
}
