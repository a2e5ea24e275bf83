import { lazy, Suspense, useState } from 'react'
import type { SheetProps } from './sheet-drawer.tsx'
import { untilLoaded } from '../platform/until-loaded.ts'

const SheetDrawer = lazy(() =>
  untilLoaded(() => import('./sheet-drawer.tsx')).then((module) => ({ default: module.SheetDrawer })),
)

/**
 * A panel from below, for narrow screens. Closes by the scrim, Escape, or its grip. Its code arrives with the first
 * opening: most people never see one.
 */
export function Sheet(props: SheetProps) {
  const [wasOpened, setOpened] = useState(props.opened)
  if (props.opened && !wasOpened) setOpened(true)
  if (!wasOpened) return null
  return (
    <Suspense fallback={null}>
      <SheetDrawer {...props} />
    </Suspense>
  )
}
