/** The keys of an editor, read from its extensions, for the list of shortcuts. Only keys that have a label are listed. */
import { getExtensionField, type AnyExtension, type Editor, type KeyboardShortcutCommand } from '@tiptap/core'
import { commandKey } from '../../ui/command-key.ts'
import type { ShortcutGroup } from '../../ui/shortcuts/page-shortcuts.ts'
import type { SuggestKind } from '../../writing/index.ts'
import * as texts from './texts.ts'

/** By extension or, where an extension has several keys, by extension and key; in the order of the list. */
const labels: Readonly<Record<string, string>> = {
  bold: texts.bold,
  italic: texts.italic,
  underline: texts.underline,
  strike: texts.strikethrough,
  code: texts.code,
  highlight: texts.highlight,
  linkKey: texts.link,
  paragraph: texts.text,
  'heading Mod-Alt-1': texts.headingLevel(1),
  'heading Mod-Alt-2': texts.headingLevel(2),
  'heading Mod-Alt-3': texts.headingLevel(3),
  'heading Mod-Alt-4': texts.headingLevel(4),
  'heading Mod-Alt-5': texts.headingLevel(5),
  bulletList: texts.bulletedList,
  orderedList: texts.numberedList,
  taskList: texts.taskList,
  'listItem Tab': texts.increaseIndent,
  'listItem Shift-Tab': texts.decreaseIndent,
  'blockquote Mod-Shift-b': texts.quote,
  'codeBlock Mod-Alt-c': texts.codeBlock,
  'hardBreak Shift-Enter': texts.lineBreak,
  'blockShortcuts Alt-Shift-ArrowUp': texts.moveUp,
  'blockShortcuts Alt-Shift-ArrowDown': texts.moveDown,
  'blockShortcuts Mod-Shift-d': texts.duplicate,
  'blockShortcuts Mod-/': texts.blockMenu,
  'blockShortcuts Alt-F10': texts.focusTheBar,
  'historyKeys Mod-z': texts.undo,
  'historyKeys Shift-Mod-z': texts.redo,
}

export function noteShortcuts(editor: Editor): readonly ShortcutGroup[] {
  const { extensions } = editor.extensionManager
  const keys = new Map(extensions.flatMap((extension) => labelledKeys(extension, editor)))
  const rows = Object.values(labels).flatMap((label) => {
    const key = keys.get(label)
    return key === undefined ? [] : [{ label, keys: namesOf(key) }]
  })
  const kinds: readonly SuggestKind[] = extensions.find(({ name }) => name === 'suggestions')?.options.kinds ?? []
  const suggestions = kinds.map(({ label, char }) => ({ label, keys: [char] }))
  return [{ title: texts.writing, rows: [...suggestions, ...rows] }]
}

type Keys = Readonly<Record<string, KeyboardShortcutCommand>>

function labelledKeys(extension: AnyExtension, editor: Editor): [label: string, key: string][] {
  const { name, options, storage } = extension
  const read = getExtensionField<(() => Keys) | undefined>(extension, 'addKeyboardShortcuts', {
    name,
    options,
    storage,
    editor,
  })
  // The first one counts: `Mod-B` after `Mod-b` is the same key with Caps Lock.
  return Object.keys(read?.() ?? {})
    .toReversed()
    .flatMap((key) => {
      const label = labels[`${name} ${key}`] ?? labels[name]
      return label === undefined ? [] : [[label, key]]
    })
}

const modifiers = ['Mod', 'Alt', 'Shift']
const names: Readonly<Record<string, string>> = { Mod: commandKey, ArrowUp: '↑', ArrowDown: '↓' }

const namesOf = (key: string): string[] =>
  key
    .split('-')
    .toSorted((a, b) => rank(a) - rank(b))
    .map((part) => names[part] ?? (part.length === 1 ? part.toUpperCase() : part))

const rank = (part: string): number => (modifiers.includes(part) ? modifiers.indexOf(part) : modifiers.length)
