import type { ReactNode } from 'react'
import { ActionIcon, Tooltip } from '@mantine/core'
import { IconBold, IconCode, IconItalic, IconLink, IconStrikethrough, IconUnderline } from '@tabler/icons-react'
import type { Editor } from '@tiptap/core'
import { useEditorState } from '@tiptap/react'
import { commandKey } from '../ui/command-key.ts'
import * as texts from './texts.ts'

const marks = [
  {
    name: 'bold',
    label: texts.bold,
    key: 'B',
    icon: IconBold,
    toggle: (editor: Editor) => editor.chain().focus().toggleBold().run(),
  },
  {
    name: 'italic',
    label: texts.italic,
    key: 'I',
    icon: IconItalic,
    toggle: (editor: Editor) => editor.chain().focus().toggleItalic().run(),
  },
  {
    name: 'underline',
    label: texts.underline,
    key: 'U',
    icon: IconUnderline,
    toggle: (editor: Editor) => editor.chain().focus().toggleUnderline().run(),
  },
  {
    name: 'strike',
    label: texts.strikethrough,
    key: 'Shift S',
    icon: IconStrikethrough,
    toggle: (editor: Editor) => editor.chain().focus().toggleStrike().run(),
  },
  {
    name: 'code',
    label: texts.code,
    key: 'E',
    icon: IconCode,
    toggle: (editor: Editor) => editor.chain().focus().toggleCode().run(),
  },
] as const

type MarkName = (typeof marks)[number]['name'] | 'link'

type MarkButtonsProps = { editor: Editor; onEditLink: () => void; size?: 'md' | 'xl' }

/** Format buttons for the selected text. */
export function MarkButtons({ editor, onEditLink, size = 'md' }: MarkButtonsProps) {
  const state = useEditorState({
    editor,
    selector: ({ editor: current }) => ({
      active: [...marks.map(({ name }) => name), 'link' as const].filter((name) =>
        current.isActive(name),
      ) as MarkName[],
      // Code blocks allow no other marks.
      isCode: current.isActive('codeBlock'),
    }),
  })
  return (
    <>
      {marks.map(({ name, label, key, icon: Icon, toggle }) => (
        <ToolButton
          key={name}
          label={label}
          keys={`${commandKey} ${key}`}
          size={size}
          isOn={state.active.includes(name)}
          isDisabled={state.isCode}
          onPress={() => toggle(editor)}
        >
          <Icon />
        </ToolButton>
      ))}
      <ToolButton
        label={texts.link}
        keys={`${commandKey} K`}
        size={size}
        isOn={state.active.includes('link')}
        isDisabled={state.isCode}
        onPress={onEditLink}
      >
        <IconLink />
      </ToolButton>
    </>
  )
}

type ToolButtonProps = {
  label: string
  keys?: string
  isOn?: boolean
  isDisabled?: boolean
  size?: 'md' | 'xl'
  onPress: () => void
  children: ReactNode
}

/** A toolbar button; clicking it keeps the selection. */
export function ToolButton({ label, keys, isOn, isDisabled, size = 'md', onPress, children }: ToolButtonProps) {
  return (
    <Tooltip label={keys ? `${label}  ${keys}` : label}>
      <ActionIcon
        aria-label={label}
        aria-pressed={isOn}
        disabled={isDisabled}
        size={size}
        onMouseDown={(event) => event.preventDefault()}
        onClick={onPress}
      >
        {children}
      </ActionIcon>
    </Tooltip>
  )
}
