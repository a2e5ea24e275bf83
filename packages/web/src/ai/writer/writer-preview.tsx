import { useState } from 'react'
import { ActionIcon, Button, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { IconRefresh, IconSparkles, IconX } from '@tabler/icons-react'
import {
  aiLimits,
  tones,
  translationLanguages,
  type Tone,
  type TranslationLanguage,
} from '@knowreel/shared/ai/ai-choices.ts'
import * as texts from '../texts.ts'
import type { Writer } from './use-writer.ts'
import styles from './writer.module.css'

type WriterPreviewProps = {
  writer: Writer
  hasSelection: boolean
  onInsert: (text: string) => void
  onInsertBelow: (text: string) => void
  onDiscard: () => void
}

/** The generated text, which can be edited before it is inserted. */
export function WriterPreview({ writer, hasSelection, onInsert, onInsertBelow, onDiscard }: WriterPreviewProps) {
  const [change, setChange] = useState('')
  const { choice, isRunning } = writer
  const text = writer.text ?? ''
  if (choice === null) return null
  const canInsert = !isRunning && text.trim() !== ''
  const regenerate = () => writer.run(choice)
  const changeResult = () => {
    const prompt = [choice.prompt, change].filter((part) => part.trim() !== '').join('\n')
    // The latest changes matter most.
    writer.run({ ...choice, prompt: prompt.slice(-aiLimits.preview) })
    setChange('')
  }
  return (
    <>
      <div className={styles.head}>
        <IconSparkles className="kr-icon-18" />
        <b>{texts.writerTypeTitles[choice.writerType]}</b>
        <span className={styles.space} />
        {choice.writerType === 'changeTone' && (
          <NativeSelect
            aria-label={texts.toneTitle}
            value={choice.option ?? ''}
            disabled={isRunning}
            data={tones.map((tone) => ({ value: tone, label: texts.toneTitles[tone] }))}
            onChange={(event) => writer.run({ ...choice, option: event.currentTarget.value as Tone })}
          />
        )}
        {choice.writerType === 'translate' && (
          <NativeSelect
            aria-label={texts.language}
            value={choice.option ?? ''}
            disabled={isRunning}
            data={[...translationLanguages]}
            onChange={(event) => writer.run({ ...choice, option: event.currentTarget.value as TranslationLanguage })}
          />
        )}
        <ActionIcon aria-label={texts.close} onClick={onDiscard}>
          <IconX />
        </ActionIcon>
      </div>
      <div className={styles.body}>
        <Textarea
          aria-label={texts.preview}
          value={text}
          readOnly={isRunning}
          maxLength={aiLimits.preview}
          autosize
          minRows={3}
          maxRows={12}
          variant="unstyled"
          classNames={{ input: styles.text ?? '' }}
          placeholder={texts.generating}
          onChange={(event) => writer.edit(event.currentTarget.value)}
        />
        <form
          onSubmit={(event) => {
            event.preventDefault()
            if (!isRunning) changeResult()
          }}
        >
          <TextInput
            value={change}
            onChange={(event) => setChange(event.currentTarget.value)}
            maxLength={1000}
            placeholder={texts.changeTheResult}
            aria-label={texts.changeTheResult}
            rightSectionWidth={96}
            rightSection={
              <Button type="submit" variant="subtle" size="compact-sm" disabled={isRunning || change.trim() === ''}>
                {texts.generate}
              </Button>
            }
          />
        </form>
        <div className={styles.facts}>
          <span role="status">{isRunning ? texts.generating : ''}</span>
          <span>{texts.ofCharacters(text.length, aiLimits.preview)}</span>
        </div>
      </div>
      <div className={styles.foot}>
        <Button variant="filled" disabled={!canInsert} onClick={() => onInsert(text)}>
          {texts.insert}
        </Button>
        {hasSelection && (
          <Button disabled={!canInsert} onClick={() => onInsertBelow(text)}>
            {texts.insertBelow}
          </Button>
        )}
        <span className={styles.space} />
        {isRunning ? (
          <Button variant="subtle" onClick={writer.cancel}>
            {texts.stop}
          </Button>
        ) : (
          <Button variant="subtle" leftSection={<IconRefresh />} onClick={regenerate}>
            {texts.regenerate}
          </Button>
        )}
        <Button variant="subtle" onClick={onDiscard}>
          {texts.discard}
        </Button>
      </div>
    </>
  )
}
