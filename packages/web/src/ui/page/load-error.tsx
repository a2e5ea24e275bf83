import { Button } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import * as texts from '../texts.ts'
import { errorDrawing, StateFrame } from './state-frame.tsx'

type LoadErrorProps = {
  /** The problem: "The groups could not be loaded." */ text: string
  onRetry: () => void
  isRetrying?: boolean
}

export function LoadError({ text, onRetry, isRetrying = false }: LoadErrorProps) {
  return (
    <StateFrame art={errorDrawing} text={text}>
      <Button leftSection={<IconRefresh />} onClick={onRetry} loading={isRetrying}>
        {texts.tryAgain}
      </Button>
    </StateFrame>
  )
}
