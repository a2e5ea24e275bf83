import { Link } from '@tiptap/extension-link'
import { LINK_REL } from './note-html.ts'
import { safeHref } from './safe-href.ts'

/** Leads to pages, mails and calls only. */
export const NoteLink = Link.extend({
  // Words written before or behind a link are no part of it.
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
