import { useState } from 'react'
import { NativeSelect } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import type { Editor } from '@tiptap/core'
import { PluginKey } from '@tiptap/pm/state'
import { useEditorState } from '@tiptap/react'
import { copyText } from '../../ui/copy-text.ts'
import { BlockBar, blockBarOptions } from './block-bar.tsx'
import { isBarVisibleAtCaret } from './bar-visibility.ts'
import { ToolButton } from '../../writing/index.ts'
import * as texts from './texts.ts'

const barOptions = blockBarOptions('top-end', 8)
const key = new PluginKey('codeBar')

/** The language of the code block that contains the caret, and a copy button. */
export function CodeBar({ editor }: { editor: Editor }) {
  return (
    <BlockBar
      editor={editor}
      pluginKey={key}
      label={texts.code}
      selector="pre"
      options={barOptions}
      shouldShow={({ element }) => isBarVisibleAtCaret(editor, element, 'codeBlock')}
    >
      <CodeButtons editor={editor} />
    </BlockBar>
  )
}

function CodeButtons({ editor }: { editor: Editor }) {
  const [isCopied, setCopied] = useState(false)
  const language = useEditorState({
    editor,
    selector: ({ editor: current }) => String(current.getAttributes('codeBlock').language ?? ''),
  })
  const isListed = codeLanguages.some(({ value }) => value === language)
  const copy = async () => {
    await copyText(editor.state.selection.$from.parent.textContent)
    setCopied(true)
    setTimeout(() => setCopied(false), copiedFeedbackMs)
  }
  return (
    <>
      <NativeSelect
        size="sm"
        aria-label={texts.language}
        value={language}
        data={isListed ? codeLanguages : [...codeLanguages, { value: language, label: language }]}
        onChange={(event) => {
          editor.commands.updateAttributes('codeBlock', { language: event.currentTarget.value || null })
        }}
        onKeyDown={(event) => event.key === 'Escape' && editor.commands.focus()}
      />
      <ToolButton label={isCopied ? texts.copied : texts.copyCode} onPress={() => void copy()}>
        {isCopied ? <IconCheck /> : <IconCopy />}
      </ToolButton>
    </>
  )
}

const copiedFeedbackMs = 2000

/** The languages in the menu. Grammars for some others, which a pasted block may name, are also available. */
const codeLanguages: readonly { readonly value: string; readonly label: string }[] = [
  { value: '', label: texts.plainText },
  { value: 'bash', label: texts.bash },
  { value: 'c', label: 'C' },
  { value: 'cpp', label: 'C++' },
  { value: 'csharp', label: 'C#' },
  { value: 'css', label: 'CSS' },
  { value: 'diff', label: texts.diff },
  { value: 'go', label: texts.go },
  { value: 'xml', label: 'HTML, XML' },
  { value: 'java', label: texts.java },
  { value: 'javascript', label: 'JavaScript' },
  { value: 'json', label: 'JSON' },
  { value: 'kotlin', label: texts.kotlin },
  { value: 'markdown', label: texts.markdown },
  { value: 'php', label: 'PHP' },
  { value: 'python', label: texts.python },
  { value: 'ruby', label: texts.ruby },
  { value: 'rust', label: texts.rust },
  { value: 'sql', label: 'SQL' },
  { value: 'swift', label: texts.swift },
  { value: 'typescript', label: 'TypeScript' },
  { value: 'yaml', label: 'YAML' },
]
