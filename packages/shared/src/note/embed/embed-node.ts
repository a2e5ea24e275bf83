import { Node } from '@tiptap/core'
import { LINK_REL } from '../note-html.ts'
import { findEmbed } from './embed-providers.ts'
import { embedTitle, noteEmbed } from './note-embed.ts'

/** A page of another site, shown as a card; its frame is loaded on request. */
export const NoteEmbed = Node.create({
  name: 'embed',
  group: 'block',
  atom: true,
  draggable: true,

  addAttributes: () => ({
    url: { default: null, parseHTML: (element: HTMLElement) => findEmbed(addressOf(element))?.url ?? null },
    title: { default: null, parseHTML: titleOf },
  }),

  parseHTML: () =>
    ['div[data-type=embed]', 'iframe'].map((tag) => ({
      tag,
      getAttrs: (element: HTMLElement) => (findEmbed(addressOf(element)) === null ? false : {}),
    })),

  renderHTML({ node }) {
    const { url, label, embed } = noteEmbed(node.attrs)
    return [
      'div',
      { 'data-type': 'embed' },
      ['a', { 'data-part': 'title', href: url, target: '_blank', rel: LINK_REL }, label],
      ['span', { 'data-part': 'provider' }, embed?.label ?? ''],
    ]
  },

  renderText: ({ node }) => noteEmbed(node.attrs).label,
})

const isFrame = ({ nodeName }: Element): boolean => nodeName === 'IFRAME'
const linkOf = (element: Element): Element | null => element.querySelector('a')

const addressOf = (element: Element): string | null =>
  isFrame(element) ? element.getAttribute('src') : (linkOf(element)?.getAttribute('href') ?? null)

function titleOf(element: Element): string | null {
  const title = isFrame(element) ? element.getAttribute('title') : linkOf(element)?.textContent
  const { embed, title: named } = noteEmbed({ url: addressOf(element), title })
  // The code that sites offer for frames names their player.
  return isFrame(element) && embed && playerNames.test(named ?? '') ? null : embedTitle(named)
}

const playerNames = /^(?:youtube|vimeo|loom|figma|google|miro|codepen)?[ -]?(?:video )?(?:player|embed)$/i
