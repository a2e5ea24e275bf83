import { expect, it, vi } from 'vitest'
import { toastStore } from '../../ui/toast/toast.ts'
import { commentOnSelection } from './comment-on-selection.ts'

it('logs and says that there is no paragraph to comment on', () => {
  const info = vi.spyOn(console, 'info').mockImplementation(() => undefined)
  commentOnSelection()
  expect(info).toHaveBeenCalledWith('Can not add comment')
  expect(toastStore.state?.text).toBe('Can not add comment')
  info.mockRestore()
})
