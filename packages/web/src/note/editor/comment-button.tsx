import { IconMessagePlus } from '@tabler/icons-react'
import { commandKey } from '../../ui/command-key.ts'
import { ToolButton } from '../../writing/index.ts'

/** What is said about it is no part of the text, so the page does it. */
export const CommentButton = ({ size, onPress }: { size?: 'md' | 'xl'; onPress: () => void }) => (
  <ToolButton label="Comment" keys={`${commandKey} Alt M`} size={size} onPress={onPress}>
    <IconMessagePlus />
  </ToolButton>
)
