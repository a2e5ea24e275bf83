/**
 * The pins of a line of markers, written to the DOM directly because the line may scroll and zoom in every frame. A few
 * elements are reused in their visible order.
 */
import { colourOfId, initialsOf } from '../../ui/identity/person-colour.ts'
import type { Stack } from './marker-stacks.ts'
import { markersLabel } from './marker-labels.ts'
import type { PositionedMarker } from './timeline-markers.ts'
import styles from './marker-line.module.css'

export type MarkerStack = Stack<PositionedMarker>

const maxCount = 99

/** The id of its first marker; it stays the same while others join or leave the stack. */
export const stackKey = ({ markers }: MarkerStack): string => markers[0]?.id ?? ''

/** Shows these stacks, shifted to the left by `shift` px. */
export function renderPins(
  line: HTMLElement,
  stacks: readonly MarkerStack[],
  shift: number,
  activeId: string | null,
): void {
  const focused = line.contains(document.activeElement) ? document.activeElement : null
  const focusedKey = focused instanceof HTMLElement ? focused.dataset.key : undefined
  stacks.forEach((stack, index) => {
    const pin = line.children[index] ?? line.appendChild(createPin())
    if (pin instanceof HTMLElement) renderPin(pin, stack, shift, activeId)
  })
  for (let index = stacks.length; index < line.children.length; index++) hidePin(line.children[index])
  ensureTabStop(line)
  if (focusedKey === undefined) return
  const moved = visiblePins(line).find(({ dataset }) => dataset.key === focusedKey)
  if (moved && moved !== focused) moved.focus({ preventScroll: true })
}

export const visiblePins = (line: HTMLElement): HTMLElement[] =>
  [...line.children].filter((pin): pin is HTMLElement => pin instanceof HTMLElement && !pin.hidden)

/** Roving tabindex: Tab enters at one pin, arrow keys move between them. */
function ensureTabStop(line: HTMLElement): void {
  const pins = visiblePins(line)
  if (pins.length > 0 && !pins.some((pin) => pin.tabIndex === 0)) setTabStop(line, pins[0])
}

export function setTabStop(line: HTMLElement, entry: HTMLElement | undefined): void {
  for (const pin of line.children) if (pin instanceof HTMLElement) pin.tabIndex = pin === entry ? 0 : -1
}

function createPin(): HTMLElement {
  const pin = document.createElement('button')
  pin.type = 'button'
  pin.tabIndex = -1
  pin.className = styles.pin ?? ''
  for (let face = 0; face < 2; face++) {
    const element = pin.appendChild(document.createElement('span'))
    // The accessible name says it in words.
    element.ariaHidden = 'true'
  }
  return pin
}

function hidePin(pin: Element | undefined): void {
  if (!(pin instanceof HTMLElement) || pin.hidden) return
  pin.hidden = true
  pin.tabIndex = -1
  delete pin.dataset.key
  renderedStacks.delete(pin)
}

/**
 * The content of each pin, which is rewritten only when it changes, because every zoom step regroups. Markers are
 * immutable, so stacks with the same first two markers and the same size are equal.
 */
const renderedStacks = new WeakMap<
  HTMLElement,
  readonly [PositionedMarker, PositionedMarker | undefined, count: number]
>()

function renderPin(pin: HTMLElement, stack: MarkerStack, shift: number, activeId: string | null): void {
  pin.hidden = false
  pin.style.transform = `translateX(${Math.round(stack.left - shift)}px)`
  const isActive = activeId !== null && stack.markers.some(({ comment }) => comment?.id === activeId)
  pin.toggleAttribute('data-active', isActive)
  const [first, second] = stack.markers
  const before = renderedStacks.get(pin)
  const isSame =
    before !== undefined && before[0] === first && before[1] === second && before[2] === stack.markers.length
  if (isSame || !first) return
  renderedStacks.set(pin, [first, second, stack.markers.length])
  pin.dataset.key = stackKey(stack)
  pin.ariaLabel = markersLabel(stack.markers)
  const [one, other] = pin.children
  if (!(one instanceof HTMLElement) || !(other instanceof HTMLElement)) return
  renderFace(one, first)
  other.hidden = second === undefined
  if (second === undefined) return
  if (stack.markers.length === 2) return renderFace(other, second)
  other.dataset.kind = 'count'
  other.textContent = ''
  other.dataset.sign = stack.markers.length > maxCount ? `${maxCount}+` : String(stack.markers.length)
}

function renderFace(face: HTMLElement, { icon, person }: PositionedMarker): void {
  face.dataset.kind = icon === null ? 'person' : 'emoji'
  face.textContent = icon ?? ''
  if (icon !== null) return
  face.dataset.sign = initialsOf(person?.name ?? '')
  const tone = person ? colourOfId(person.id) : 1
  face.style.setProperty('--tone', `var(--p${tone})`)
  face.style.setProperty('--tone-bg', `var(--p${tone}-bg)`)
  if (!person?.profileImage) return
  const image = document.createElement('img')
  image.alt = ''
  image.src = person.profileImage
  image.addEventListener('error', () => image.remove())
  face.append(image)
}
