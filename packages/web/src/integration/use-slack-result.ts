import { useEffect } from 'react'
import type { SlackResult } from '@knowreel/shared/integration/slack-results.ts'
import { showError, showSuccess } from '../ui/toast/toast.ts'
import * as texts from './texts.ts'

/** Shows once how connecting ended; `onShown` removes the result from the URL. */
export function useSlackResult(result: SlackResult | undefined, onShown: () => void): void {
  useEffect(() => {
    if (result === undefined) return
    if (result === 'connected') showSuccess(texts.slackIsConnected)
    else showError(texts.slackNotConnected[result])
    onShown()
    // eslint-disable-next-line react/exhaustive-deps
  }, [result])
}
