import { useState, type FormEvent } from 'react'
import { Button, TextInput } from '@mantine/core'
import {
  IconDownload,
  IconFloatCenter,
  IconFloatLeft,
  IconFloatNone,
  IconFloatRight,
  IconReplace,
  IconTextCaption,
  IconTrash,
} from '@tabler/icons-react'
import type { Editor } from '@tiptap/core'
import { PluginKey } from '@tiptap/pm/state'
import { useEditorState } from '@tiptap/react'
import { type ImageDisplay, MAX_IMAGE_TEXT, noteImage } from '@knowreel/shared/note/note-files.ts'
import { imageFileName, downloadFile } from '../../files/download-file.ts'
import { BlockBar, blockBarOptions } from '../block-bar.tsx'
import { isBarVisibleForNode } from '../bar-visibility.ts'
import { ToolButton } from '../../../writing/index.ts'
import bar from '../../../ui/floating-bar.module.css'
import * as texts from '../texts.ts'
import { changeSelectedImage } from './change-image.ts'
import { openReplaceImageDialog } from './open-file-dialogs.ts'

const displays: readonly { display: ImageDisplay; label: string; icon: typeof IconFloatLeft }[] = [
  { display: 'inline', label: texts.inline, icon: IconFloatNone },
  { display: 'break', label: texts.onItsOwnLine, icon: IconFloatCenter },
  { display: 'float-left', label: texts.leftOfTheText, icon: IconFloatLeft },
  { display: 'float-right', label: texts.rightOfTheText, icon: IconFloatRight },
]

const barOptions = blockBarOptions('top-start', 8)
const key = new PluginKey('imageBar')

/** Actions on the selected image, shown above it. */
export function ImageBar({ editor, articleId }: { editor: Editor; articleId: string }) {
  return (
    <BlockBar
      editor={editor}
      pluginKey={key}
      label={texts.image}
      selector="[data-type=image]"
      options={barOptions}
      shouldShow={({ element }) => isBarVisibleForNode(editor, element, 'image')}
    >
      <ImageButtons editor={editor} articleId={articleId} />
    </BlockBar>
  )
}

type ImageButtonsProps = { editor: Editor; articleId: string; size?: 'md' | 'xl' }

export function ImageButtons({ editor, articleId, size }: ImageButtonsProps) {
  const [isWriting, setWriting] = useState(false)
  const image = useEditorState({
    editor,
    selector: ({ editor: current }) => noteImage(current.getAttributes('image')),
  })
  if (isWriting) return <AltTextForm key={image.src} editor={editor} onClose={() => setWriting(false)} />
  const download = () => {
    const { src, alt } = image
    if (src !== null) void downloadFile(articleId, { kind: 'image', path: src, name: imageFileName(src, alt) })
  }
  return (
    <>
      {displays.map(({ display, label, icon: Icon }) => (
        <ToolButton
          key={display}
          label={label}
          size={size}
          isOn={display === image.display}
          onPress={() => changeSelectedImage(editor, { display })}
        >
          <Icon />
        </ToolButton>
      ))}
      <span className={bar.line} />
      <ToolButton label={texts.alternativeTextAndTitle} size={size} onPress={() => setWriting(true)}>
        <IconTextCaption />
      </ToolButton>
      <ToolButton label={texts.replace} size={size} onPress={() => openReplaceImageDialog(editor, articleId)}>
        <IconReplace />
      </ToolButton>
      <ToolButton label={texts.download} size={size} onPress={download}>
        <IconDownload />
      </ToolButton>
      <ToolButton label={texts.deleteLabel} size={size} onPress={() => editor.chain().focus().deleteSelection().run()}>
        <IconTrash />
      </ToolButton>
    </>
  )
}

/** Alt text: read by screen readers and shown on hover. */
function AltTextForm({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const [{ alt, title }] = useState(() => noteImage(editor.getAttributes('image')))
  const close = () => {
    onClose()
    editor.commands.focus()
  }
  const save = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    event.stopPropagation()
    const written = new FormData(event.currentTarget)
    const words = noteImage({ alt: written.get('alt'), title: written.get('title') })
    changeSelectedImage(editor, { alt: words.alt || null, title: words.title })
    onClose()
  }
  return (
    <form
      className={bar.link}
      aria-label={texts.alternativeTextAndTitle}
      data-note-panel
      onSubmit={save}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        close()
      }}
    >
      <TextInput
        size="sm"
        className="kr-grow"
        name="alt"
        aria-label={texts.alternativeText}
        placeholder={texts.alternativeText}
        autoFocus
        maxLength={MAX_IMAGE_TEXT}
        defaultValue={alt}
      />
      <TextInput
        size="sm"
        className="kr-grow"
        name="title"
        aria-label={texts.title}
        placeholder={texts.title}
        maxLength={MAX_IMAGE_TEXT}
        defaultValue={title ?? ''}
      />
      <Button type="submit">{texts.done}</Button>
    </form>
  )
}
