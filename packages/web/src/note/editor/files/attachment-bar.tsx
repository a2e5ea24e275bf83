import { IconDownload, IconTrash } from '@tabler/icons-react'
import type { Editor } from '@tiptap/core'
import { PluginKey } from '@tiptap/pm/state'
import { noteAttachment } from '@knowreel/shared/note/note-files.ts'
import { downloadFile } from '../../files/download-file.ts'
import { BlockBar, blockBarOptions } from '../block-bar.tsx'
import { isBarVisibleForNode } from '../bar-visibility.ts'
import { ToolButton } from '../../../writing/index.ts'
import * as texts from '../texts.ts'

const barOptions = blockBarOptions('top-start', 8)
const key = new PluginKey('attachmentBar')

/** Actions on the selected attachment, shown above it. */
export function AttachmentBar({ editor, articleId }: { editor: Editor; articleId: string }) {
  return (
    <BlockBar
      editor={editor}
      pluginKey={key}
      label={texts.file}
      selector="[data-type=fileAttachment]"
      options={barOptions}
      shouldShow={({ element }) => isBarVisibleForNode(editor, element, 'fileAttachment')}
    >
      <AttachmentButtons editor={editor} articleId={articleId} />
    </BlockBar>
  )
}

type AttachmentButtonsProps = { editor: Editor; articleId: string; size?: 'md' | 'xl' }

export function AttachmentButtons({ editor, articleId, size }: AttachmentButtonsProps) {
  const download = () => {
    const { url, name } = noteAttachment(editor.getAttributes('fileAttachment'))
    if (url !== null) void downloadFile(articleId, { kind: 'attachment', path: url, name })
  }
  return (
    <>
      <ToolButton label={texts.download} size={size} onPress={download}>
        <IconDownload />
      </ToolButton>
      <ToolButton label={texts.deleteLabel} size={size} onPress={() => editor.chain().focus().deleteSelection().run()}>
        <IconTrash />
      </ToolButton>
    </>
  )
}
