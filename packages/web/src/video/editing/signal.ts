/**
 * Values that change with every frame: the play head, the visible range, the dragged block. They bypass React:
 * subscribers write styles or a canvas, at most once per frame.
 */
import { useLayoutEffect, useRef } from 'react'

export type Signal<Value> = {
  readonly read: () => Value
  readonly write: (next: Value) => void
  readonly subscribe: (listener: () => void) => () => void
}

export function createSignal<Value>(first: Value): Signal<Value> {
  let value = first
  const listeners = new Set<() => void>()
  return {
    read: () => value,
    write(next) {
      if (Object.is(next, value)) return
      value = next
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** Draws now, after every render, and once in each frame in which one of the signals changed. */
export function useDrawing(signals: readonly Pick<Signal<unknown>, 'subscribe'>[], draw: () => void): void {
  const latest = useRef(draw)
  useLayoutEffect(() => {
    latest.current = draw
    draw()
  })
  const watched = useRef(signals)
  useLayoutEffect(() => {
    let frame = 0
    const ask = () => {
      frame ||= requestAnimationFrame(() => {
        frame = 0
        latest.current()
      })
    }
    const stops = watched.current.map((signal) => signal.subscribe(ask))
    return () => {
      cancelAnimationFrame(frame)
      stops.forEach((stop) => stop())
    }
  }, [])
}
