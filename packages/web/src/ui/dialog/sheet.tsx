import { Suspense, useState } from 'react'
import type { SheetProps } from './sheet-drawer.tsx'
import { lazyComponent } from '../lazy-components.tsx'

const SheetDrawer = lazyComponent(() => import('./sheet-drawer.tsx').then((module) => module.SheetDrawer))

/**
 * A bottom sheet for narrow screens. Closes by the scrim, Escape or its grip. Its code is loaded on first opening,
 * because most people never see one.
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
