import { NativeSelect } from '@mantine/core'
import {
  IconAlignCenter,
  IconAlignJustified,
  IconAlignLeft,
  IconAlignRight,
  IconDots,
  IconIndentDecrease,
  IconIndentIncrease,
} from '@tabler/icons-react'
import type { Editor } from '@tiptap/core'
import { useEditorState } from '@tiptap/react'
import { noteFont, noteFonts, noteFontSize, noteFontSizes } from '@knowreel/shared/note/note-formats.ts'
import { ToolButton } from '../../../writing/index.ts'
import * as texts from '../texts.ts'
import { PanelButton } from './panel-button.tsx'
import styles from './panels.module.css'

const alignments = [
  { name: null, label: texts.alignLeft, icon: IconAlignLeft },
  { name: 'center', label: texts.alignCentre, icon: IconAlignCenter },
  { name: 'right', label: texts.alignRight, icon: IconAlignRight },
  { name: 'justify', label: texts.justify, icon: IconAlignJustified },
] as const

type FormatButtonProps = { editor: Editor; size?: 'md' | 'xl'; isInPortal?: boolean }

export function FormatButton({ editor, size, isInPortal }: FormatButtonProps) {
  const isDisabled = useEditorState({ editor, selector: ({ editor: current }) => current.isActive('codeBlock') })
  return (
    <PanelButton
      label={texts.textStyle}
      icon={<IconDots />}
      size={size}
      isDisabled={isDisabled}
      isInPortal={isInPortal}
    >
      {() => <FormatPanel editor={editor} />}
    </PanelButton>
  )
}

/** Alignment of the block, font and size of the text. */
function FormatPanel({ editor }: { editor: Editor }) {
  const { font, size, alignment } = useEditorState({
    editor,
    selector: ({ editor: current }) => {
      const { fontFamily, fontSize } = current.getAttributes('textStyle')
      return {
        font: noteFont(fontFamily),
        size: noteFontSize(fontSize),
        alignment: alignments.find(({ name }) => name !== null && current.isActive({ textAlign: name }))?.name ?? null,
      }
    },
  })
  const chain = () => editor.chain().focus(undefined, { scrollIntoView: false })
  // A choice in a list must not move the focus to the text, or the next arrow key would leave the list.
  const stay = () => editor.chain()
  return (
    <>
      <div className={styles.section}>
        <span className={styles.title}>{texts.alignment}</span>
        <div className={styles.row}>
          {alignments.map(({ name, label, icon: Icon }) => (
            <ToolButton
              key={label}
              label={label}
              isOn={alignment === name}
              onPress={() => chain().setAlignment(name).run()}
            >
              <Icon />
            </ToolButton>
          ))}
          <ToolButton label={texts.decreaseIndent} onPress={() => chain().changeIndent(-1).run()}>
            <IconIndentDecrease />
          </ToolButton>
          <ToolButton label={texts.increaseIndent} onPress={() => chain().changeIndent(1).run()}>
            <IconIndentIncrease />
          </ToolButton>
        </div>
      </div>
      <div className={styles.fields}>
        <NativeSelect
          label={texts.font}
          size="sm"
          value={font ?? ''}
          data={[{ value: '', label: texts.defaultLabel }, ...noteFonts]}
          onChange={(event) => {
            const fontFamily = noteFont(event.currentTarget.value)
            stay().setTextStyle({ fontFamily }).run()
          }}
        />
        <NativeSelect
          label={texts.size}
          size="sm"
          value={size === null ? '' : String(size)}
          data={[{ value: '', label: texts.defaultLabel }, ...noteFontSizes.map(String)]}
          onChange={(event) => {
            const fontSize = noteFontSize(Number(event.currentTarget.value))
            stay().setTextStyle({ fontSize }).run()
          }}
        />
      </div>
    </>
  )
}
