import { DOMSerializer, type Fragment, type Schema } from '@tiptap/pm/model'

const ownMark = 'data-knowreel-note'

/**
 * The editor marks its own clipboard content, which needs no conversion. Other ProseMirror editors do not use this
 * name.
 */
export const isOurs = (html: string): boolean => html.includes(ownMark)

class MarkedSerializer extends DOMSerializer {
  override serializeFragment(fragment: Fragment, options?: { document?: Document }, target?: HTMLElement) {
    const made = super.serializeFragment(fragment, options, target)
    made.firstElementChild?.setAttribute(ownMark, '')
    return made
  }
}

/** Serialises copied content. */
export const ownSerializer = (schema: Schema): DOMSerializer =>
  new MarkedSerializer(DOMSerializer.nodesFromSchema(schema), DOMSerializer.marksFromSchema(schema))
