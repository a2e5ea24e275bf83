import { lazy, Suspense, useState, type ComponentType } from 'react'
import { untilLoaded } from '../platform/until-loaded.ts'
import { whenIdle } from '../platform/when-idle.ts'

/**
 * A part of a page whose code comes when the page is idle, or when it is shown, whichever is first. Once it is there it
 * is drawn at once, where `lazy` would show nothing for a moment the first time.
 */
export function later<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  let there: ComponentType<Props> | null = null
  let begun: Promise<{ default: ComponentType<Props> }> | null = null
  const begin = () => (begun ??= untilLoaded(load).then((loaded) => ({ default: (there = loaded) })))
  const Waiting = lazy(begin)
  void whenIdle().then(begin)

  return function Later(props: Props) {
    // Kept: a part that changed its kind would lose its state.
    const [Part] = useState(() => there ?? Waiting)
    return (
      <Suspense fallback={null}>
        <Part {...props} />
      </Suspense>
    )
  }
}
