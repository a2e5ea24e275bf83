/** Opens the editor of a note alone: the real component on a document in memory, without a page or a server. */
import '../src/ui/style/mantine-parts.css'
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import type { Editor } from '@tiptap/core'
import { DOMParser as NoteParser } from '@tiptap/pm/model'
import { prosemirrorToYDoc } from '@tiptap/y-tiptap'
import { createRoot } from 'react-dom/client'
import { expect } from 'vitest'
import { page, type Locator } from 'vitest/browser'
import { Awareness } from 'y-protocols/awareness'
import type { Doc } from 'yjs'
import { NOTE_FRAGMENT } from '@knowreel/shared/note/note-document.ts'
import { noteSchema } from '@knowreel/shared/note/note-schema.ts'
import type { NoteAssistant } from '../src/note/editor/ai/note-assistant.ts'
import { TextEditor } from '../src/note/editor/text-editor.tsx'
import { buildQueryClient } from '../src/platform/query-client.ts'
import { cssVariablesResolver, theme } from '../src/ui/style/theme.ts'
import { DialogHost } from '../src/ui/dialog/dialog-host.tsx'
import { ToastHost } from '../src/ui/toast/toast-host.tsx'
import { runWhenClosed } from './open-page.tsx'

export type OpenedNoteEditor = {
  readonly editor: Editor
  /** The shared document. */
  readonly doc: Doc
  readonly awareness: Awareness
  readonly text: Locator
  /** Top-level blocks: the type and text of each. */
  readonly blocks: () => string[]
  readonly paste: (data: Readonly<Record<string, string>>) => void
}

const noOpaqueParts = [] as const

/** On a laptop, the column is 880 pixels wide, with 200 pixels of the page on either side; margins as on the edit page. */
export async function openNoteEditor(
  html: string,
  {
    assistant = null,
    onTemplate = () => {},
  }: { assistant?: NoteAssistant | null; onTemplate?: (title: string) => void } = {},
): Promise<OpenedNoteEditor> {
  const content = document.createElement('div')
  content.innerHTML = html
  const doc = prosemirrorToYDoc(NoteParser.fromSchema(noteSchema).parse(content), NOTE_FRAGMENT)
  const awareness = new Awareness(doc)
  const container = document.createElement('main')
  const margin = innerWidth < 600 ? 16 : 32
  container.style.cssText = `position:fixed;inset:0;padding:40px max(${margin}px, calc(50vw - 440px));overflow:auto`
  document.body.append(container)
  const root = createRoot(container)
  const queryClient = buildQueryClient()
  let editor: Editor | null = null
  root.render(
    <MantineProvider theme={theme} cssVariablesResolver={cssVariablesResolver}>
      <QueryClientProvider client={queryClient}>
        <TextEditor
          articleId="0193cf0a-0000-7000-8000-000000000001"
          document={doc}
          awareness={awareness}
          label="Note"
          isEditable
          opaqueExtensions={noOpaqueParts}
          onStale={() => {}}
          assistant={assistant}
          onComment={() => {}}
          onTemplate={onTemplate}
          onReady={(made) => (editor = made)}
          onLimitReached={() => {}}
        />
        <ToastHost />
        <DialogHost />
      </QueryClientProvider>
    </MantineProvider>,
  )
  runWhenClosed(() => {
    root.unmount()
    queryClient.clear()
    awareness.destroy()
    container.remove()
  })
  const text = page.getByRole('textbox', { name: 'Note' })
  await expect.element(text).toBeVisible()
  const made = editor as Editor | null
  if (!made) throw new Error('the editor is not ready')
  return {
    editor: made,
    doc,
    awareness,
    text,
    blocks: () => made.state.doc.children.map(({ type, textContent }) => `${type.name}: ${textContent}`.trim()),
    paste: (data) => {
      const clipboardData = new DataTransfer()
      for (const [type, value] of Object.entries(data)) clipboardData.setData(type, value)
      made.view.dom.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    },
  }
}
