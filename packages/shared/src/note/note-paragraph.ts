import { Paragraph } from '@tiptap/extension-paragraph'

export const NoteParagraph = Paragraph.extend({
  parseHTML: () => [
    { tag: 'p[data-space=keep]', preserveWhitespace: 'full' },
    { tag: 'p' },
    // In our own HTML the summary contains a block, which is parsed instead.
    { tag: 'summary', getAttrs: (element) => (hasWordsOnly(element) ? {} : false) },
  ],
})

const hasWordsOnly = (element: Element): boolean =>
  element.textContent?.trim() !== '' && element.querySelector('p, h1, h2, h3, h4, h5, h6') === null
