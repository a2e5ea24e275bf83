/**
 * The field to find people, groups and invited email addresses of the company, with the selected ones as chips. Arrow
 * keys move through the results, Enter selects, Backspace in an empty field removes the last chip.
 */
import { useRef, useState, type KeyboardEvent } from 'react'
import { Combobox, Loader, Pill, PillsInput, useCombobox } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery, queryOptions } from '@tanstack/react-query'
import { useNarrow } from '../ui/use-breakpoints.ts'
import { FindingLine } from './finding-line.tsx'
import { truncateLabel, findingKey, normalizeSearchText, findingFromEmail, type FinderResult } from './findings.ts'
import * as texts from './texts.ts'
import styles from './finder.module.css'
import { api } from '../platform/api/api.ts'

type FinderProps = {
  value: readonly FinderResult[]
  onChange: (value: FinderResult[]) => void
  /** The types to search for. */
  types: readonly FinderResult['type'][]
  label: string
  /** The label is only for screen readers; the surroundings explain the field. */
  isLabelHidden?: boolean
  placeholder: string
  description?: string
  error?: string | null
  /** Keys (`findingKey`) of those already present, which are not offered. */
  excludedKeys?: ReadonlySet<string>
  /** Why a result cannot be selected, shown in place of its details; null if it can be. */
  blockedReason?: (finding: FinderResult) => string | null
  /** Any email address can be selected, not only those already invited. */
  acceptsAddresses?: boolean
  isDisabled?: boolean
}

const debounceMs = 200

export function Finder(props: FinderProps) {
  const { value, onChange, label, isLabelHidden = false, placeholder, description, error } = props
  const { blockedReason = notBlocked } = props
  const [text, setText] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const isMobile = useNarrow()
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() })
  const { options, isSearching } = useOptions(text, props, combobox.dropdownOpened)

  const change = (next: string) => {
    setText(next)
    combobox.openDropdown()
    combobox.updateSelectedOptionIndex()
  }
  const select = (key: string) => {
    const selected = options.find((option) => findingKey(option) === key)
    if (!selected) return
    onChange([...value, selected])
    setText('')
    field.current?.focus()
    // Otherwise the list would cover the next button; typing, a click or an arrow key reopens it.
    combobox.closeDropdown()
  }
  const remove = (finding: FinderResult) => {
    onChange(value.filter((other) => other !== finding))
    field.current?.focus()
  }
  const keys = (event: KeyboardEvent<HTMLInputElement>) => {
    const last = value.at(-1)
    if (event.key === 'Backspace' && text === '' && last) remove(last)
    // Enter selects the first result, unless an arrow key has chosen another.
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || !combobox.dropdownOpened) return
    const first = options.find((option) => blockedReason(option) === null)
    if (text.trim() !== '') event.preventDefault()
    if (combobox.getSelectedOptionIndex() === -1 && first && text.trim() !== '' && !isSearching)
      select(findingKey(first))
  }

  return (
    // Aligned at the start: a centred list that appears hidden is placed beside the field for a moment.
    <Combobox store={combobox} onOptionSubmit={select} withinPortal position="bottom-start" offset={4} size="md">
      <Combobox.DropdownTarget>
        <PillsInput
          size="md"
          classNames={{ input: styles.input }}
          label={isLabelHidden ? undefined : label}
          description={description}
          error={error}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          disabled={props.isDisabled}
          onClick={() => field.current?.focus()}
          rightSection={isSearching && combobox.dropdownOpened ? <Loader size={14} aria-hidden /> : null}
        >
          <Pill.Group>
            {value.map((finding) => (
              <Pill
                key={findingKey(finding)}
                withRemoveButton
                onRemove={() => remove(finding)}
                removeButtonProps={{
                  'aria-label': texts.removeFindingName(finding.name),
                  'aria-hidden': false,
                  tabIndex: 0,
                }}
                title={finding.name}
              >
                {truncateLabel(finding.name, isMobile)}
              </Pill>
            ))}
            <Combobox.EventsTarget withExpandedAttribute autoComplete="off">
              <PillsInput.Field
                ref={field}
                value={text}
                className={styles.field}
                aria-label={isLabelHidden ? label : undefined}
                aria-autocomplete="list"
                placeholder={value.length === 0 ? placeholder : undefined}
                maxLength={254}
                onFocus={() => combobox.openDropdown()}
                onClick={() => combobox.openDropdown()}
                onBlur={() => combobox.closeDropdown()}
                onChange={(event) => change(event.currentTarget.value)}
                onKeyDown={keys}
              />
            </Combobox.EventsTarget>
          </Pill.Group>
        </PillsInput>
      </Combobox.DropdownTarget>
      <Combobox.Dropdown className={styles.dropdown} hidden={isSearching && options.length === 0}>
        <Combobox.Options className={styles.options} aria-label={label}>
          {options.length === 0 ? (
            // A listbox must have options, even if only a disabled one.
            <Combobox.Empty className={styles.empty} role="option" aria-disabled aria-selected={false}>
              {text.trim() === '' ? texts.noOneElseToAdd : texts.noOneFound}
            </Combobox.Empty>
          ) : (
            options.map((finding) => {
              const reason = blockedReason(finding)
              return (
                <Combobox.Option
                  key={findingKey(finding)}
                  value={findingKey(finding)}
                  className={styles.option}
                  disabled={reason !== null}
                  aria-disabled={reason !== null || undefined}
                >
                  <FindingLine finding={finding} isTruncated detail={reason} />
                </Combobox.Option>
              )
            })
          )}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}

const notBlocked = () => null

type OptionsRequest = Pick<FinderProps, 'value' | 'types' | 'excludedKeys' | 'acceptsAddresses'>

function useOptions(
  text: string,
  { value, types, excludedKeys, acceptsAddresses = false }: OptionsRequest,
  isOpen: boolean,
) {
  const [asked] = useDebouncedValue(normalizeSearchText(text), debounceMs)
  const { data, isFetching } = useQuery({
    ...finderQuery(asked, types.includes('invited')),
    enabled: isOpen,
    placeholderData: keepPreviousData,
  })
  const chosen = new Set(value.map(findingKey))
  const isOffered = (finding: FinderResult) => {
    const key = findingKey(finding)
    return types.includes(finding.type) && !chosen.has(key) && !excludedKeys?.has(key)
  }
  const found = data?.items ?? []
  const address = acceptsAddresses ? findingFromEmail(text) : null
  const isKnown = found.some(({ email }) => email?.toLowerCase() === address?.email?.toLowerCase())
  return {
    options: [...found, ...(address && !isKnown ? [address] : [])].filter(isOffered),
    isSearching: isFetching || asked !== normalizeSearchText(text),
  }
}

/** `text` in its normalised form; an empty one returns the first of all. */
const finderQuery = (text: string, withInvited: boolean) =>
  queryOptions({
    queryKey: ['finder', text, withInvited],
    queryFn: ({ signal }) =>
      api.finder.search(
        { params: { query: text === '' ? ' ' : text }, query: withInvited ? { invited: '1' } : {} },
        { signal },
      ),
    staleTime: 10_000,
  })
