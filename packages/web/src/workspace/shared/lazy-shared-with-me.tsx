import { lazy, Suspense, type ComponentProps } from 'react'
import { untilLoaded } from '../../platform/until-loaded.ts'

const Loaded = lazy(() =>
  untilLoaded(() => import('./shared-with-me.tsx')).then((module) => ({ default: module.SharedWithMe })),
)

/** Of the personal workspace alone, and most often empty. */
export function SharedWithMe(props: ComponentProps<typeof Loaded>) {
  return (
    <Suspense fallback={null}>
      <Loaded {...props} />
    </Suspense>
  )
}
