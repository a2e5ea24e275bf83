import { Button } from '@mantine/core'
import { IconSparkles } from '@tabler/icons-react'
import { useAiStatus } from '../../../ai/index.ts'
import * as texts from '../texts.ts'
import styles from '../../../ui/floating-bar.module.css'

/** Absent where the company has no model. */
export function AskAiButton({ onPress }: { onPress: () => void }) {
  const { hasText } = useAiStatus()
  if (!hasText) return null
  return (
    <>
      <Button
        variant="light"
        leftSection={<IconSparkles />}
        onMouseDown={(event) => event.preventDefault()}
        onClick={onPress}
      >
        {texts.askAi}
      </Button>
      <span className={styles.line} />
    </>
  )
}
