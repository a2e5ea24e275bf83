import { Node } from '@tiptap/core'
import { imageData, imageDisplay, imageFrameData, imageLength, imageSource, noteImage } from './note-files.ts'

const silent = () => ({})

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
    src: { default: null, parseHTML: sourceOf, renderHTML: silent },
    alt: { default: null, parseHTML: (element: HTMLElement) => wordsOf(element).alt || null, renderHTML: silent },
    title: { default: null, parseHTML: (element: HTMLElement) => wordsOf(element).title, renderHTML: silent },
    width: {
      default: null,
      parseHTML: (element: HTMLElement) => imageLength(element.getAttribute('width')),
      renderHTML: silent,
    },
    height: {
      default: null,
      parseHTML: (element: HTMLElement) => imageLength(element.getAttribute('height')),
      renderHTML: silent,
    },
    display: {
      default: 'inline',
      parseHTML: (element: HTMLElement) => imageDisplay(element.getAttribute('data-display')),
      renderHTML: silent,
    },
  }),

  // Pictures of other sources are rejected.
  parseHTML: () => [{ tag: 'img', getAttrs: (element) => (sourceOf(element) === null ? false : {}) }],

  renderHTML({ node }) {
    const image = noteImage(node.attrs)
    return ['span', imageFrameData(image), ['img', imageData(image)]]
  },

  renderText: ({ node }) => noteImage(node.attrs).alt,
})

const sourceOf = (element: Element): string | null =>
  imageSource(element.getAttribute('data-src')) ?? imageSource(element.getAttribute('src'))

const wordsOf = (element: Element) =>
  noteImage({ alt: element.getAttribute('alt'), title: element.getAttribute('title') })
