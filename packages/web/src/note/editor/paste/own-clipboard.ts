import { DOMSerializer, type Fragment, type Schema } from '@tiptap/pm/model'

const ownMark = 'data-knowreel-note'

/** What the editor itself put into the clipboard says so, and is whole. Other editors of its make do not know the name. */
export const isOurs = (html: string): boolean => html.includes(ownMark)

class MarkedSerializer extends DOMSerializer {
  override serializeFragment(fragment: Fragment, options?: { document?: Document }, target?: HTMLElement) {
    const made = super.serializeFragment(fragment, options, target)
    made.firstElementChild?.setAttribute(ownMark, '')
    return made
  }
}

/** Writes what is copied. */
export const ownSerializer = (schema: Schema): DOMSerializer =>
  new MarkedSerializer(DOMSerializer.nodesFromSchema(schema), DOMSerializer.marksFromSchema(schema))
