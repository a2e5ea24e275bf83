import { IconColumns2, IconColumnsOff, IconLayoutSidebar, IconLayoutSidebarRight } from '@tabler/icons-react'
import type { Editor } from '@tiptap/core'
import { PluginKey } from '@tiptap/pm/state'
import { useEditorState } from '@tiptap/react'
import { columnLayout, type ColumnLayout } from '@knowreel/shared/note/note-formats.ts'
import { BlockBar, blockBarOptions } from './block-bar.tsx'
import { ToolButton } from '../../writing/index.ts'
import { isBarVisibleAtCaret } from './bar-visibility.ts'
import * as texts from './texts.ts'

const layouts: readonly { layout: ColumnLayout; label: string; icon: typeof IconColumns2 }[] = [
  { layout: 'two-column', label: texts.twoColumns, icon: IconColumns2 },
  { layout: 'sidebar-left', label: texts.sidebarLeft, icon: IconLayoutSidebar },
  { layout: 'sidebar-right', label: texts.sidebarRight, icon: IconLayoutSidebarRight },
]

const barOptions = blockBarOptions('top-start', 12)
const key = new PluginKey('columnsBar')

/** Sets the widths of the columns that contain the caret; shown above them. */
export function ColumnsBar({ editor }: { editor: Editor }) {
  return (
    <BlockBar
      editor={editor}
      pluginKey={key}
      label={texts.columns}
      selector="[data-type=columns]"
      options={barOptions}
      // A table or callout in a column has its own bar.
      shouldShow={({ element }) =>
        isBarVisibleAtCaret(editor, element, 'columns') && !editor.isActive('table') && !editor.isActive('callout')
      }
    >
      <ColumnsButtons editor={editor} />
    </BlockBar>
  )
}

export function ColumnsButtons({ editor, size }: { editor: Editor; size?: 'md' | 'xl' }) {
  const present = useEditorState({
    editor,
    selector: ({ editor: current }) => columnLayout(current.getAttributes('columns').layout),
  })
  return (
    <>
      {layouts.map(({ layout, label, icon: Icon }) => (
        <ToolButton
          key={layout}
          label={label}
          size={size}
          isOn={layout === present}
          onPress={() => editor.chain().focus().setColumnLayout(layout).run()}
        >
          <Icon />
        </ToolButton>
      ))}
      <ToolButton label={texts.removeColumns} size={size} onPress={() => editor.chain().focus().removeColumns().run()}>
        <IconColumnsOff />
      </ToolButton>
    </>
  )
}
