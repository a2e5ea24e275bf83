import { lazy, Suspense, type ComponentProps } from 'react'
import { untilLoaded } from '../../platform/until-loaded.ts'

const Loaded = lazy(() =>
  untilLoaded(() => import('./version-panel.tsx')).then((module) => ({ default: module.VersionPanel })),
)

/** Most who read an article never ask what it was before. */
export function VersionPanel(props: ComponentProps<typeof Loaded>) {
  return (
    <Suspense fallback={null}>
      <Loaded {...props} />
    </Suspense>
  )
}
