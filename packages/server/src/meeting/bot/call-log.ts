/** Participants and speakers of a call, as the service showed them. Names only: no voice is compared with another. */
import type { SeenParticipant, SpeakerTurn } from './bot.queries.ts'
import type { PageView } from './platform/platform.ts'

const limits = { participants: 500, turns: 20_000, nameLength: 100 }

export class CallLog {
  readonly #participants = new Map<string, { name: string; from: number; to: number }>()
  readonly #turns: SpeakerTurn[] = []
  /** The last speaker before the recording began. */
  #before: SpeakerTurn | null = null
  #recordedFrom: number | null = null

  see(view: Extract<PageView, { kind: 'inCall' }>, now: number): void {
    for (const { id, name } of view.others) {
      const known = this.#participants.get(id)
      const shown = name.trim().slice(0, limits.nameLength)
      if (known === undefined) {
        if (this.#participants.size < limits.participants)
          this.#participants.set(id, { name: shown, from: now, to: now })
        continue
      }
      known.to = now
      if (shown !== '') known.name = shown
    }
    for (const { at, name } of view.speakers) this.#add(at, name)
  }

  startRecording(now: number): void {
    this.#recordedFrom = now
    if (this.#before !== null) this.#turns.push({ at: 0, name: this.#before.name })
  }

  #add(time: number, name: string | null): void {
    const shown = name?.trim().slice(0, limits.nameLength) ?? null
    if (this.#recordedFrom === null) {
      this.#before = { at: 0, name: shown }
      return
    }
    const at = Math.max(0, Math.round(time - this.#recordedFrom))
    if (this.#turns.at(-1)?.name !== shown && this.#turns.length < limits.turns) this.#turns.push({ at, name: shown })
  }

  get participants(): readonly SeenParticipant[] {
    return [...this.#participants.values()].filter(({ name }) => name !== '')
  }

  get speakers(): readonly SpeakerTurn[] {
    return this.#turns
  }
}
