import { createElement, lazy, Suspense, useState, type ComponentType, type ReactNode } from 'react'
import { loadWithRetry } from '../platform/load-with-retry.ts'
import { whenIdle } from '../platform/when-idle.ts'

/**
 * A component whose code is loaded when the page is idle or when it is first rendered, whichever is earlier. Once
 * loaded it renders immediately, whereas `lazy` shows its fallback for a moment the first time.
 */
export function lazyWhenIdle<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  let there: ComponentType<Props> | null = null
  let begun: Promise<{ default: ComponentType<Props> }> | null = null
  const begin = () => (begun ??= loadWithRetry(load).then((loaded) => ({ default: (there = loaded) })))
  const Waiting = lazy(begin)
  void whenIdle().then(begin)

  return function Later(props: Props) {
    // Stored in state: a component that changes its type would lose its own state.
    const [Part] = useState(() => there ?? Waiting)
    return (
      <Suspense fallback={null}>
        <Part {...props} />
      </Suspense>
    )
  }
}

/**
 * A component whose code is loaded when it is rendered. `fallback` is shown until then; without it, the surrounding
 * Suspense decides.
 */
/* @__NO_SIDE_EFFECTS__ */
export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  fallback?: ReactNode,
): ComponentType<Props> {
  const Part = lazy(() => loadWithRetry(load).then((part) => ({ default: part })))
  // React checks the props against the loaded component.
  const render = (props: Props) => createElement(Part as ComponentType<Props>, props)
  if (fallback === undefined) return render
  return (props) => <Suspense fallback={fallback}>{render(props)}</Suspense>
}
