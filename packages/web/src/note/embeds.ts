import { type Embed, findEmbed } from '@knowreel/shared/note/embed/embed-providers.ts'
import * as texts from './texts.ts'

/** Nothing is requested from other sites before a person presses the button of a card. */
export function activateEmbeds(root: HTMLElement): void {
  for (const card of root.querySelectorAll<HTMLElement>('[data-type=embed]')) {
    const link = card.querySelector('a')
    const embed = findEmbed(link?.href)
    if (embed) setLoadButton(card, embed, link?.textContent ?? '')
  }
}

/** Gives the card of this page its button, which loads and removes the frame. A frame of another page is removed. */
export function setLoadButton(card: HTMLElement, embed: Embed, title: string): void {
  const present = card.querySelector('iframe')
  if (present && present.src !== embed.frame) present.remove()
  const found = card.querySelector('button')
  const button = found ?? document.createElement('button')
  const draw = (frame: HTMLIFrameElement | null): void => {
    button.ariaExpanded = String(frame !== null)
    button.textContent = frame ? texts.hide : texts.load
    button.ariaLabel = frame ? texts.hideEmbed(title) : texts.loadEmbed(title)
    button.title = frame ? '' : texts.loadsFrom(new URL(embed.frame).host)
    if (frame) frame.title = texts.embedFrom(embed.label, title)
  }
  button.type = 'button'
  button.dataset['part'] = 'load'
  button.onclick = () => {
    const frame = card.querySelector('iframe')
    frame?.remove()
    const made = frame ? null : createFrame(embed)
    if (made) card.append(made)
    draw(made)
  }
  draw(card.querySelector('iframe'))
  if (!found) card.append(button)
}

/**
 * The page keeps its own origin, which is never ours, and cannot navigate ours. Films refuse to play without a referrer;
 * it is our origin only.
 */
function createFrame({ frame: address, ratio }: Embed): HTMLIFrameElement {
  const frame = document.createElement('iframe')
  frame.setAttribute(
    'sandbox',
    'allow-scripts allow-same-origin allow-forms allow-presentation allow-popups allow-popups-to-escape-sandbox',
  )
  frame.allow = 'fullscreen; picture-in-picture; encrypted-media; clipboard-write'
  frame.referrerPolicy = 'strict-origin-when-cross-origin'
  frame.style.aspectRatio = ratio
  frame.src = address
  return frame
}
