import { Button } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { EmptyState } from './empty-state.tsx'

type LoadErrorProps = {
  /** What happened: "The workspaces could not be loaded." */ text: string
  onRetry: () => void
  isRetrying?: boolean
}

export function LoadError({ text, onRetry, isRetrying = false }: LoadErrorProps) {
  return (
    <EmptyState drawing="error" text={text}>
      <Button leftSection={<IconRefresh />} onClick={onRetry} loading={isRetrying}>
        Try again
      </Button>
    </EmptyState>
  )
}
