import { ActionIcon, Tooltip } from '@mantine/core'
import { IconExternalLink, IconLink, IconPencil, IconTrash } from '@tabler/icons-react'
import type { Editor } from '@tiptap/core'
import { PluginKey } from '@tiptap/pm/state'
import { useEditorState } from '@tiptap/react'
import { noteEmbed } from '@knowreel/shared/note/embed/note-embed.ts'
import { ToolButton } from '../../../writing/index.ts'
import { isBarVisibleForNode } from '../bar-visibility.ts'
import { BlockBar, blockBarOptions } from '../block-bar.tsx'
import * as texts from '../texts.ts'
import { openEditEmbedDialog, turnIntoLink } from './insert-embed.ts'

const barOptions = blockBarOptions('top-start', 8)
const key = new PluginKey('embedBar')

/** Actions on the selected embed, shown above it. */
export function EmbedBar({ editor }: { editor: Editor }) {
  return (
    <BlockBar
      editor={editor}
      pluginKey={key}
      label={texts.embed}
      selector="[data-type=embed]"
      options={barOptions}
      shouldShow={({ element }) => isBarVisibleForNode(editor, element, 'embed')}
    >
      <EmbedButtons editor={editor} />
    </BlockBar>
  )
}

export function EmbedButtons({ editor, size }: { editor: Editor; size?: 'md' | 'xl' }) {
  const url = useEditorState({
    editor,
    selector: ({ editor: current }) => noteEmbed(current.getAttributes('embed')).url,
  })
  return (
    <>
      <ToolButton label={texts.editEmbed} size={size} onPress={() => openEditEmbedDialog(editor)}>
        <IconPencil />
      </ToolButton>
      {url !== null && (
        <Tooltip label={texts.openLink}>
          <ActionIcon
            component="a"
            href={url}
            target="_blank"
            rel="noopener noreferrer"
            size={size ?? 'md'}
            aria-label={texts.openLink}
          >
            <IconExternalLink />
          </ActionIcon>
        </Tooltip>
      )}
      <ToolButton label={texts.turnIntoALink} size={size} onPress={() => turnIntoLink(editor)}>
        <IconLink />
      </ToolButton>
      <ToolButton label={texts.deleteLabel} size={size} onPress={() => editor.chain().focus().deleteSelection().run()}>
        <IconTrash />
      </ToolButton>
    </>
  )
}
