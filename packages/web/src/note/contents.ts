import { openTogglesAround } from '../writing/index.ts'

/** A heading is read from where the bars of the page end. */
const barsHeight = 150

/** The URL whose heading was shown: it is not shown again when the text changes. */
const shownUrls = new WeakMap<HTMLElement, string>()

/** Activates the list of headings of a readable note: it marks the current heading, and shows the one in the URL. */
export function activateContents(root: HTMLElement, signal: AbortSignal): void {
  const list = root.querySelector<HTMLElement>('nav:has(a)')
  if (!list) return
  const press = (link: HTMLAnchorElement) => {
    shownUrls.set(root, link.href)
    openTogglesAround(headingOf(root, link.hash))
  }
  for (const link of list.querySelectorAll('a')) link.addEventListener('click', () => press(link), { signal })
  const named = location.href === shownUrls.get(root) ? null : headingOf(root, location.hash)
  if (named) {
    shownUrls.set(root, location.href)
    openTogglesAround(named)
    const show = () => named.scrollIntoView({ behavior: 'instant' })
    show()
    // Long notes are laid out while they are scrolled.
    requestAnimationFrame(() => requestAnimationFrame(show))
  }
  followCurrentHeading(root, list, signal)
}

/** Marks the link to the last heading at or above the top of the view. The note and its list may change. */
export function followCurrentHeading(root: Element, list: Element, signal: AbortSignal): void {
  let frame = 0
  const mark = (): void => {
    frame = 0
    const links = [...list.querySelectorAll('a')]
    const isRead = ({ hash }: HTMLAnchorElement) => {
      const heading = headingOf(root, hash)
      return heading?.checkVisibility() === true && heading.getBoundingClientRect().top <= barsHeight
    }
    const current = links.findLast(isRead)
    for (const link of links) link.ariaCurrent = link === current ? 'location' : null
  }
  const schedule = (): void => {
    frame ||= requestAnimationFrame(mark)
  }
  addEventListener('scroll', schedule, { capture: true, passive: true, signal })
  signal.addEventListener('abort', () => cancelAnimationFrame(frame))
  schedule()
}

/** The heading behind `#h-` and its key. */
function headingOf(root: Element, hash: string): HTMLElement | null {
  const [, key] = /^#h-([\w-]{16})$/.exec(hash) ?? []
  return key === undefined ? null : root.querySelector(`:is(h1, h2, h3, h4, h5)[data-key="${key}"]`)
}
