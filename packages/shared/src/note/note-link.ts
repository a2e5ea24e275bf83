import { Link } from '@tiptap/extension-link'
import { LINK_REL } from './note-html.ts'
import { safeHref } from './safe-href.ts'

/** Links to pages, emails and phone numbers only. */
export const NoteLink = Link.extend({
  // Text typed next to a link is not part of it.
  inclusive: false,
  addAttributes() {
    return {
      href: { default: null, parseHTML: (element: HTMLElement) => safeHref(element.getAttribute('href')) },
      target: {
        default: '_blank',
        parseHTML: (element: HTMLElement) => (element.getAttribute('target') === '_blank' ? '_blank' : '_self'),
      },
    }
  },
  renderHTML({ HTMLAttributes }) {
    return ['a', { ...HTMLAttributes, href: safeHref(HTMLAttributes['href']), rel: LINK_REL }, 0]
  },
}).configure({ openOnClick: false, isAllowedUri: (url) => safeHref(url) !== null })
