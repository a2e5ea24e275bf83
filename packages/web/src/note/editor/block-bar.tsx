import { useCallback, type ReactNode } from 'react'
import type { Editor } from '@tiptap/core'
import type { PluginKey } from '@tiptap/pm/state'
import { BubbleMenu } from '@tiptap/react/menus'
import styles from '../../ui/floating-bar.module.css'

type BlockBarProps = {
  editor: Editor
  pluginKey: PluginKey
  label: string
  /** Matches the element around the caret that has the bar at its edge. */
  selector: string
  options: ReturnType<typeof blockBarOptions>
  shouldShow: (of: { editor: Editor; element: HTMLElement }) => boolean
  children: ReactNode
}

/** Create the options once: new ones reposition the bar. `offset` in px. */
export const blockBarOptions = (placement: 'top-start' | 'top-end' | 'bottom-start', offset: number) => ({
  placement,
  offset,
  flip: { padding: { top: 110 } },
  shift: { padding: 8 },
})

/** The toolbar at the edge of the block that contains the caret. */
export function BlockBar({ editor, pluginKey, label, selector, options, shouldShow, children }: BlockBarProps) {
  const findBlock = useCallback(() => getReferenceElement(editor, selector), [editor, selector])
  return (
    <BubbleMenu
      editor={editor}
      pluginKey={pluginKey}
      className={styles.bar}
      role="toolbar"
      aria-label={label}
      data-note-bar
      updateDelay={0}
      options={options}
      shouldShow={shouldShow}
      getReferencedVirtualElement={findBlock}
    >
      {children}
    </BubbleMenu>
  )
}

function getReferenceElement(editor: Editor, selector: string) {
  const { from } = editor.state.selection
  // For a node selection, the bar belongs to the selected node itself.
  const selected = editor.view.nodeDOM(from)
  const { node } = editor.view.domAtPos(from)
  const block =
    selected instanceof Element && selected.matches(selector)
      ? selected
      : (node instanceof Element ? node : node.parentElement)?.closest(selector)
  return block ? { getBoundingClientRect: () => block.getBoundingClientRect() } : null
}
