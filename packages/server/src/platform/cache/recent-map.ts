/**
 * Keeps the entries that were set last, up to `max` of their weights together, by default up to `max` entries: setting an
 * entry again makes it the newest, and the oldest ones are dropped. An entry heavier than `max` is not kept.
 */
export class RecentMap<Key, Value> extends Map<Key, Value> {
  readonly #max: number
  readonly #weightOf: (value: Value) => number
  #weight = 0

  constructor(max: number, weightOf: (value: Value) => number = () => 1) {
    super()
    this.#max = max
    this.#weightOf = weightOf
  }

  override set(key: Key, value: Value): this {
    this.delete(key)
    const weight = this.#weightOf(value)
    if (weight > this.#max) return this
    super.set(key, value)
    this.#weight += weight
    for (const oldest of this.keys()) {
      if (this.#weight <= this.#max) break
      this.delete(oldest)
    }
    return this
  }

  override delete(key: Key): boolean {
    const value = this.get(key)
    if (value !== undefined) this.#weight -= this.#weightOf(value)
    return super.delete(key)
  }

  override clear(): void {
    this.#weight = 0
    super.clear()
  }
}
