import { Button } from '@mantine/core'
import * as texts from './texts.ts'
import styles from './admin.module.css'

type InlineErrorProps = {
  /** The problem: "The owner could not be loaded." */ text: string
  onRetry: () => void
  isRetrying?: boolean
}

/** In place of a part of a page, whose other parts work. */
export function InlineError({ text, onRetry, isRetrying = false }: InlineErrorProps) {
  return (
    <div role="alert" className={styles.inlineError}>
      <span>{text}</span>
      <Button size="compact-sm" variant="default" onClick={onRetry} loading={isRetrying}>
        {texts.tryAgain}
      </Button>
    </div>
  )
}
