import { useEffect, useState } from 'react'
import type { Article } from '@knowreel/shared/article/article.wire.ts'
import { parseArticleLink } from '@knowreel/shared/article/article-link.ts'
import { parentHost } from '../../platform/session/parent-host.ts'
import { LinkCard } from './link-card.tsx'

const openDelayMs = 400
/** Time to move the pointer onto the card. */
const closeDelayMs = 200

type Target = { readonly link: HTMLAnchorElement; readonly articleId: string }

/**
 * Shows a card for a link to another article while the pointer is on it or the keyboard focus is. The pointer may move
 * onto the card; Escape and pressing anywhere else close it. Touching a link opens only its page.
 */
export function LinkPreviews({ article: { id, shortId } }: { article: Pick<Article, 'id' | 'shortId'> }) {
  const [shown, setShown] = useState<Target | null>(null)

  useEffect(() => {
    const own = [id, shortId]
    let hovered: Target | null = null
    let focused: Target | null = null
    let current: Target | null = null
    let dismissed: HTMLAnchorElement | null = null
    let timer: ReturnType<typeof setTimeout> | undefined
    const show = (target: Target | null) => {
      current = target
      setShown(target)
    }
    const update = () => {
      clearTimeout(timer)
      const wanted = hovered ?? focused
      if (wanted?.link === current?.link) return
      timer = setTimeout(() => show(wanted), wanted ? openDelayMs : closeDelayMs)
    }
    const close = () => {
      clearTimeout(timer)
      // The card stays away until the pointer leaves the link.
      dismissed = hovered?.link ?? dismissed
      hovered = null
      focused = null
      if (current) show(null)
    }

    const point = ({ target, pointerType }: PointerEvent) => {
      if (pointerType === 'touch') return
      // On the card, whatever opened it stays as it was.
      if (isInCard(target)) {
        clearTimeout(timer)
        return
      }
      const found = targetAt(target, own)
      if (found?.link !== dismissed) dismissed = null
      hovered = dismissed === null ? found : null
      update()
    }
    const leave = () => {
      hovered = null
      dismissed = null
      update()
    }
    const focus = ({ target }: FocusEvent) => {
      const found = targetAt(target, own)
      focused = found?.link.matches(':focus-visible') ? found : null
      update()
    }
    const blur = () => {
      focused = null
      update()
    }
    const press = ({ target }: PointerEvent) => {
      if (!isInCard(target)) close()
    }
    const handleKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      // Escape closes the card before anything else. There is none of an article that the person does not see.
      if (current && document.querySelector(cardSelector)) event.stopPropagation()
      close()
    }

    const ended = new AbortController()
    const options = { signal: ended.signal, capture: true }
    document.addEventListener('pointerover', point, options)
    document.documentElement.addEventListener('pointerleave', leave, { signal: ended.signal })
    document.addEventListener('focusin', focus, options)
    document.addEventListener('focusout', blur, options)
    document.addEventListener('pointerdown', press, options)
    window.addEventListener('keydown', handleKey, options)
    return () => {
      ended.abort()
      clearTimeout(timer)
      setShown(null)
    }
  }, [id, shortId])

  return shown && <LinkCard key={shown.articleId} {...shown} />
}

const cardSelector = '[data-link-card]'
const isInCard = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest(cardSelector) !== null

/** A link in the text, to an article other than these. */
function targetAt(target: EventTarget | null, own: readonly string[]): Target | null {
  const link =
    target instanceof Element
      ? target.closest<HTMLAnchorElement>('article[aria-labelledby="article-title"] a[href]')
      : null
  const found = link && parseArticleLink(link.href)
  if (!link || !found || !isOwnHost(found.host) || own.includes(found.id)) return null
  return { link, articleId: found.id }
}

/** The host of this page, that of the installation, or that of a company. */
function isOwnHost(host: string | null): boolean {
  const parent = parentHost()
  return host === location.host || (parent !== null && host !== null && `.${host}`.endsWith(`.${parent}`))
}
