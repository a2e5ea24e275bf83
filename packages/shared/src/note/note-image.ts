import { Node } from '@tiptap/core'
import {
  imageAttributes,
  imageDisplay,
  imageFrameAttributes,
  parseImageLength,
  imageSource,
  noteImage,
} from './note-files.ts'

const renderNothing = () => ({})

/**
 * An inline picture. In HTML, its frame has the right size before the picture loads; each reader's page adds the URL.
 */
export const Image = Node.create({
  name: 'image',
  group: 'inline',
  inline: true,
  atom: true,
  draggable: true,

  addAttributes: () => ({
    src: { default: null, parseHTML: sourceOf, renderHTML: renderNothing },
    alt: {
      default: null,
      parseHTML: (element: HTMLElement) => textAttributesOf(element).alt || null,
      renderHTML: renderNothing,
    },
    title: {
      default: null,
      parseHTML: (element: HTMLElement) => textAttributesOf(element).title,
      renderHTML: renderNothing,
    },
    width: {
      default: null,
      parseHTML: (element: HTMLElement) => parseImageLength(element.getAttribute('width')),
      renderHTML: renderNothing,
    },
    height: {
      default: null,
      parseHTML: (element: HTMLElement) => parseImageLength(element.getAttribute('height')),
      renderHTML: renderNothing,
    },
    display: {
      default: 'inline',
      parseHTML: (element: HTMLElement) => imageDisplay(element.getAttribute('data-display')),
      renderHTML: renderNothing,
    },
  }),

  // Pictures of other sources are rejected.
  parseHTML: () => [{ tag: 'img', getAttrs: (element) => (sourceOf(element) === null ? false : {}) }],

  renderHTML({ node }) {
    const image = noteImage(node.attrs)
    return ['span', imageFrameAttributes(image), ['img', imageAttributes(image)]]
  },

  renderText: ({ node }) => noteImage(node.attrs).alt,
})

const sourceOf = (element: Element): string | null =>
  imageSource(element.getAttribute('data-src')) ?? imageSource(element.getAttribute('src'))

const textAttributesOf = (element: Element) =>
  noteImage({ alt: element.getAttribute('alt'), title: element.getAttribute('title') })
