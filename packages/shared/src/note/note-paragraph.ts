import { Paragraph } from '@tiptap/extension-paragraph'

export const NoteParagraph = Paragraph.extend({
  parseHTML: () => [{ tag: 'p[data-space=keep]', preserveWhitespace: 'full' }, { tag: 'p' }],
})
