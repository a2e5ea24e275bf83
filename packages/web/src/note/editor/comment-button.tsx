import { IconMessagePlus } from '@tabler/icons-react'
import { commandKey } from '../../ui/command-key.ts'
import { ToolButton } from '../../writing/index.ts'
import * as texts from './texts.ts'

/** Comments are not part of the text, so the page handles them. */
export const CommentButton = ({ size, onPress }: { size?: 'md' | 'xl'; onPress: () => void }) => (
  <ToolButton label={texts.comment} keys={`${commandKey} Alt M`} size={size} onPress={onPress}>
    <IconMessagePlus />
  </ToolButton>
)
