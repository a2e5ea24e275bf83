import { DOMSerializer, type Fragment, type Schema } from '@tiptap/pm/model'

const clipboardMarker = 'data-knowreel-note'

/**
 * The editor marks its own clipboard content, which needs no conversion. Other ProseMirror editors do not use this
 * name.
 */
export const isFromNoteEditor = (html: string): boolean => html.includes(clipboardMarker)

class MarkedSerializer extends DOMSerializer {
  override serializeFragment(fragment: Fragment, options?: { document?: Document }, target?: HTMLElement) {
    const made = super.serializeFragment(fragment, options, target)
    made.firstElementChild?.setAttribute(clipboardMarker, '')
    return made
  }
}

/** Serialises copied content. */
export const createMarkedSerializer = (schema: Schema): DOMSerializer =>
  new MarkedSerializer(DOMSerializer.nodesFromSchema(schema), DOMSerializer.marksFromSchema(schema))
