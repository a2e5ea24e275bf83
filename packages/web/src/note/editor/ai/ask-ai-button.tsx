import { Button } from '@mantine/core'
import { IconSparkles } from '@tabler/icons-react'
import * as texts from '../texts.ts'
import styles from '../../../ui/floating-bar.module.css'

export function AskAiButton({ onPress }: { onPress: () => void }) {
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
