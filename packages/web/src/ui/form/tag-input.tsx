import { TagsInput } from '@mantine/core'
import { articleLimits } from '@knowreel/shared/article/article.rules.ts'
import { truncateTag, tagKey } from '@knowreel/shared/article/tags.rules.ts'
import * as texts from '../texts.ts'

const maxTags = articleLimits.tagsPerArticle

type TagInputProps = {
  value: readonly string[]
  onChange: (tags: string[]) => void
  /** Existing tags that match the input. */
  suggestions?: readonly string[]
  onSearch?: (text: string) => void
  label?: string
  placeholder?: string
  description?: string
  /** Initial focus of a dialog that only edits tags. */
  hasInitialFocus?: boolean
}

const isSameTag = (one: string, other: string): boolean => tagKey(truncateTag(one)) === tagKey(truncateTag(other))

/** Free-form tags: Enter or a comma adds one, Backspace removes the last; the first spelling of a tag is kept. */
export function TagInput({
  value,
  onChange,
  suggestions = [],
  onSearch,
  label,
  placeholder,
  description,
  hasInitialFocus,
}: TagInputProps) {
  return (
    <TagsInput
      size="md"
      data-autofocus={hasInitialFocus}
      label={label}
      aria-label={label ?? texts.tags}
      description={value.length < maxTags ? description : texts.anArticleCanHaveMaximumTags(maxTags)}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      placeholder={value.length === 0 ? placeholder : undefined}
      value={[...value]}
      data={suggestions.filter((tag) => !value.some((own) => isSameTag(own, tag)))}
      onChange={(tags) => onChange(tags.map(truncateTag).filter(Boolean))}
      onSearchChange={onSearch}
      maxTags={maxTags}
      splitChars={[',']}
      acceptValueOnBlur
      isDuplicate={(tag, tags) => tags.some((own) => isSameTag(own, tag))}
    />
  )
}
