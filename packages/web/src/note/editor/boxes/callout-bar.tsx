import { IconAlertOctagon, IconAlertTriangle, IconBulb, IconInfoCircle, IconSquareOff } from '@tabler/icons-react'
import type { Editor } from '@tiptap/core'
import { PluginKey } from '@tiptap/pm/state'
import { useEditorState } from '@tiptap/react'
import { calloutKind, calloutKinds, type CalloutKind } from '@knowreel/shared/note/callout-kinds.ts'
import { ToolButton } from '../../../writing/index.ts'
import { isBarVisibleAtCaret } from '../bar-visibility.ts'
import { BlockBar, blockBarOptions } from '../block-bar.tsx'
import * as texts from '../texts.ts'

const icons: Readonly<Record<CalloutKind, typeof IconBulb>> = {
  info: IconInfoCircle,
  tip: IconBulb,
  warning: IconAlertTriangle,
  danger: IconAlertOctagon,
}

const barOptions = blockBarOptions('top-start', 8)
const key = new PluginKey('calloutBar')

/** Sets the kind of the callout that contains the caret; shown above it. */
export function CalloutBar({ editor }: { editor: Editor }) {
  return (
    <BlockBar
      editor={editor}
      pluginKey={key}
      label={texts.callout}
      selector="[data-type=callout]"
      options={barOptions}
      // A table or code inside has its own bar.
      shouldShow={({ element }) =>
        isBarVisibleAtCaret(editor, element, 'callout') && !editor.isActive('table') && !editor.isActive('codeBlock')
      }
    >
      <CalloutButtons editor={editor} />
    </BlockBar>
  )
}

export function CalloutButtons({ editor, size }: { editor: Editor; size?: 'md' | 'xl' }) {
  const present = useEditorState({
    editor,
    selector: ({ editor: current }) => calloutKind(current.getAttributes('callout')['kind']),
  })
  return (
    <>
      {calloutKinds.map((kind) => {
        const Icon = icons[kind]
        return (
          <ToolButton
            key={kind}
            label={texts.calloutKinds[kind]}
            size={size}
            isOn={kind === present}
            onPress={() => editor.chain().focus().setCallout(kind).run()}
          >
            <Icon />
          </ToolButton>
        )
      })}
      <ToolButton
        label={texts.removeCallout}
        size={size}
        onPress={() => editor.chain().focus().unwrapBox('callout').run()}
      >
        <IconSquareOff />
      </ToolButton>
    </>
  )
}
