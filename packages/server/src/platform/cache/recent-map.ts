/** Keeps the `max` entries that were set last: setting an entry again makes it the newest, and the oldest is dropped. */
export class RecentMap<Key, Value> extends Map<Key, Value> {
  readonly #max: number

  constructor(max: number) {
    super()
    this.#max = max
  }

  override set(key: Key, value: Value): this {
    this.delete(key)
    super.set(key, value)
    const oldest = this.keys().next()
    if (this.size > this.#max && !oldest.done) this.delete(oldest.value)
    return this
  }
}
