import { ActionIcon, Tooltip } from '@mantine/core'
import { IconExternalLink, IconPencil, IconUnlink } from '@tabler/icons-react'
import type { Editor } from '@tiptap/core'
import { PluginKey } from '@tiptap/pm/state'
import { useEditorState } from '@tiptap/react'
import { parseMomentHref } from '@knowreel/shared/note/note-moment.ts'
import { safeHref } from '@knowreel/shared/note/safe-href.ts'
import { BlockBar, blockBarOptions } from './block-bar.tsx'
import { isBarVisibleAtCaret } from './bar-visibility.ts'
import { ToolButton } from '../../writing/index.ts'
import { formatDuration } from '../../ui/time-format.ts'
import styles from '../../ui/floating-bar.module.css'
import * as texts from './texts.ts'

/** An address without its scheme; a moment of the recording by its time. */
function linkLabel(href: string): string {
  const moment = parseMomentHref(href)
  return moment === null ? href.replace(/^(?:https?:\/\/|mailto:)/, '') : texts.recordingAt(formatDuration(moment.time))
}

const barOptions = blockBarOptions('bottom-start', 6)
const key = new PluginKey('linkBar')

/** Shows the URL of the link that contains the caret, below it. */
export function LinkBar({ editor, onEdit }: { editor: Editor; onEdit: () => void }) {
  const href = useEditorState({
    editor,
    selector: ({ editor: current }) => safeHref(current.getAttributes('link')['href']),
  })
  return (
    <BlockBar
      editor={editor}
      pluginKey={key}
      label={texts.link}
      selector="a[href]"
      options={barOptions}
      shouldShow={({ element }) => isBarVisibleAtCaret(editor, element, 'link')}
    >
      {href !== null && (
        <>
          <span className={styles.address} title={href}>
            {linkLabel(href)}
          </span>
          <Tooltip label={texts.openLink}>
            <ActionIcon
              component="a"
              href={href}
              target={href.startsWith('#') ? undefined : '_blank'}
              rel="noopener noreferrer"
              aria-label={texts.openLink}
            >
              <IconExternalLink />
            </ActionIcon>
          </Tooltip>
        </>
      )}
      <ToolButton label={texts.editLink} onPress={onEdit}>
        <IconPencil />
      </ToolButton>
      <ToolButton
        label={texts.removeLink}
        onPress={() =>
          editor.chain().focus().extendMarkRange('link').unsetLink().setTextSelection(editor.state.selection.to).run()
        }
      >
        <IconUnlink />
      </ToolButton>
    </BlockBar>
  )
}
