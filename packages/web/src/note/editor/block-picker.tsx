import { Button, Menu } from '@mantine/core'
import { IconCheck, IconChevronDown } from '@tabler/icons-react'
import type { ChainedCommands, Editor } from '@tiptap/core'
import { useEditorState } from '@tiptap/react'
import * as texts from './texts.ts'

type BlockKind = {
  readonly title: string
  readonly isActive: (editor: Editor) => boolean
  readonly set: (chain: ChainedCommands) => ChainedCommands
}

const headingLevels = [1, 2, 3, 4, 5] as const

const nonTextKinds: readonly BlockKind[] = [
  ...headingLevels.map((level) => ({
    title: texts.headingLevel(level),
    isActive: (editor: Editor) => editor.isActive('heading', { level }),
    set: (chain: ChainedCommands) => chain.clearNodes().setHeading({ level }),
  })),
  {
    title: texts.bulletedList,
    isActive: (editor) => editor.isActive('bulletList'),
    set: (chain) => chain.toggleBulletList(),
  },
  {
    title: texts.numberedList,
    isActive: (editor) => editor.isActive('orderedList'),
    set: (chain) => chain.toggleOrderedList(),
  },
  { title: texts.taskList, isActive: (editor) => editor.isActive('taskList'), set: (chain) => chain.toggleTaskList() },
  { title: texts.quote, isActive: (editor) => editor.isActive('blockquote'), set: (chain) => chain.toggleBlockquote() },
  {
    title: texts.codeBlock,
    isActive: (editor) => editor.isActive('codeBlock'),
    set: (chain) => chain.toggleCodeBlock(),
  },
]
const textKind: BlockKind = { title: texts.text, isActive: () => true, set: (chain) => chain.clearNodes() }

/** The block types that a block can be turned into. */
export const blockKinds: readonly BlockKind[] = [textKind, ...nonTextKinds]

/** What a whole block can be put into; in its line, one would look for it in vain. */
export const boxKinds: readonly Pick<BlockKind, 'title' | 'set'>[] = [
  { title: texts.callout, set: (chain) => chain.setCallout('info') },
  { title: texts.toggle, set: (chain) => chain.setToggle() },
]

/**
 * Shows the type of the selected block and the types it can be turned into. The menu is rendered inside the bar, which
 * would otherwise close.
 */
export function BlockPicker({ editor }: { editor: Editor }) {
  const title = useEditorState({
    editor,
    selector: ({ editor: current }) => (nonTextKinds.find(({ isActive }) => isActive(current)) ?? textKind).title,
  })
  return (
    <Menu position="bottom-start" returnFocus={false} withinPortal={false}>
      <Menu.Target>
        <Button
          variant="subtle"
          rightSection={<IconChevronDown className="kr-icon-16" />}
          aria-label={texts.blockTitle(title)}
        >
          {title}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {blockKinds.map((kind) => (
          <Menu.Item
            key={kind.title}
            rightSection={kind.title === title ? <IconCheck className="kr-icon-16" /> : null}
            onClick={() => kind.set(editor.chain().focus()).run()}
          >
            {kind.title}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
