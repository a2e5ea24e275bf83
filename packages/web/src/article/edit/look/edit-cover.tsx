import { useRef, type PointerEvent } from 'react'
import { ArticleCover } from '../../article-cover.tsx'
import { saveAfterMs, useDraft, type EditingContext } from '../editing-context.ts'
import styles from './look.module.css'

type Drag = { readonly y: number; readonly position: number; readonly hiddenHeight: number }

/** The cover as readers will see it. A mouse drags a picture to the part that is shown; others use the slider. */
export function EditCover({ store }: Pick<EditingContext, 'store'>) {
  const cover = useDraft(store, ({ fields }) => fields.cover)
  const saved = useDraft(store, ({ article }) => article.cover)
  const picture = useRef<HTMLImageElement>(null)
  const drag = useRef<Drag | null>(null)
  if (cover === null) return null
  const url = saved?.source === cover.source ? saved.url : null

  const begin = ({ currentTarget: band, pointerId, pointerType, clientY, button }: PointerEvent<HTMLElement>) => {
    const { naturalWidth = 0, naturalHeight = 0 } = picture.current ?? {}
    const hiddenHeight = (naturalHeight / naturalWidth) * band.offsetWidth - band.offsetHeight
    if (pointerType === 'touch' || button !== 0 || !(hiddenHeight > 0)) return
    band.setPointerCapture(pointerId)
    drag.current = { y: clientY, position: cover.position, hiddenHeight }
  }
  const move = ({ clientY }: PointerEvent<HTMLElement>) => {
    if (!drag.current) return
    const { y, position, hiddenHeight } = drag.current
    const moved = position - ((clientY - y) / hiddenHeight) * 100
    store.edit({ cover: { ...cover, position: Math.round(Math.min(100, Math.max(0, moved))) } }, saveAfterMs)
  }
  const end = () => {
    drag.current = null
  }
  return (
    <div
      className={styles.band}
      data-picture={url !== null || undefined}
      onPointerDown={begin}
      onPointerMove={move}
      onPointerUp={end}
      onPointerCancel={end}
    >
      <ArticleCover cover={{ ...cover, url }} />
      {url !== null && <img ref={picture} src={url} alt="" hidden />}
    </div>
  )
}
