import { Button } from '@mantine/core'
import { IconBadgeCc } from '@tabler/icons-react'
import { useNarrow } from '../../ui/use-breakpoints.ts'
import * as texts from '../texts.ts'
import { toggleTranscription, useTranscriptionShown } from './panel-state.ts'

/** Opens the transcription of a draft. */
export function TranscriptionButton({ draftId }: { draftId: string }) {
  const isShown = useTranscriptionShown(draftId)
  const isNarrow = useNarrow()
  return (
    <Button
      variant={isShown ? 'light' : 'subtle'}
      px={isNarrow ? 8 : undefined}
      leftSection={<IconBadgeCc />}
      aria-label={texts.transcription}
      aria-expanded={isShown}
      onClick={() => toggleTranscription(draftId)}
    >
      {isNarrow ? null : texts.transcription}
    </Button>
  )
}
