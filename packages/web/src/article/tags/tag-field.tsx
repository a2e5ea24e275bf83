import { useState } from 'react'
import { useDebouncedValue } from '@mantine/hooks'
import { truncateTag } from '@knowreel/shared/article/tags.rules.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { TagInput } from '../../ui/form/tag-input.tsx'
import { tagsQuery } from '../article.queries.ts'
import * as texts from '../texts.ts'

type TagFieldProps = {
  value: readonly string[]
  onChange: (tags: string[]) => void
  label?: string
  hasAutofocus?: boolean
}

const debounceMs = 200

/** Tags with suggestions from those that colleagues use. */
export function TagField({ value, onChange, label, hasAutofocus }: TagFieldProps) {
  const [text, setText] = useState('')
  const [asked] = useDebouncedValue(truncateTag(text), debounceMs)
  const suggestions = useQuery({ ...tagsQuery(asked), placeholderData: keepPreviousData }).data
  return (
    <TagInput
      label={label}
      hasInitialFocus={hasAutofocus}
      value={value}
      onChange={onChange}
      onSearch={setText}
      suggestions={asked === '' ? [] : suggestions}
      placeholder={texts.addATag}
    />
  )
}
