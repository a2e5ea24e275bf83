import { useState } from 'react'
import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { auditActions } from '@knowreel/shared/audit/audit-actions.ts'
import type { AuditEntry } from '@knowreel/shared/audit/audit.calls.ts'
import { isDay } from '../ui/form/calendar-days.ts'
import { DateField } from '../ui/form/date-field.tsx'
import { FilterButton } from '../ui/list/filter-button.tsx'
import { SearchField } from '../ui/list/search-field.tsx'
import { usePhone } from '../ui/use-breakpoints.ts'
import { companyOptionsQuery, peopleOptionsQuery, type AuditFilter, type AuditScope } from './audit.queries.ts'
import { actionLabels } from './describe-entry.ts'
import * as texts from './texts.ts'
import styles from './audit-log.module.css'

const searchDebounceMs = 500
const actionOptions = auditActions.map((value) => ({ value, label: actionLabels[value] }))

type AuditFiltersProps = {
  scope: AuditScope
  filter: AuditFilter
  /** Those that are shown: their people and companies can be chosen without a search. */
  entries: readonly AuditEntry[]
  onFilter: (change: AuditFilter) => void
}

export function AuditFilters({ scope, filter, entries, onFilter }: AuditFiltersProps) {
  const isPhone = usePhone()
  return (
    <>
      <SearchField
        value={filter.q ?? ''}
        onChange={(q) => onFilter({ q: q || undefined })}
        placeholder={texts.searchTheLog}
        debounceMs={searchDebounceMs}
        width={isPhone ? '100%' : 280}
      />
      <FilterButton
        label={filter.action ? texts.action : texts.actionAll}
        value={filter.action ?? null}
        options={actionOptions}
        onChange={(action) => onFilter({ action: action ?? undefined })}
      />
      <PersonFilter scope={scope} filter={filter} entries={entries} onFilter={onFilter} />
      {scope === 'installation' && <CompanyFilter filter={filter} entries={entries} onFilter={onFilter} />}
      <DayField
        label={texts.fromDay}
        hint={texts.from}
        value={filter.from}
        max={filter.to}
        onChange={(from) => onFilter({ from })}
      />
      <DayField
        label={texts.toDay}
        hint={texts.to}
        value={filter.to}
        min={filter.from}
        onChange={(to) => onFilter({ to })}
      />
    </>
  )
}

type Option = { readonly value: string; readonly label: string }

/** In the order of their names, each once. */
function mergeOptions(...lists: readonly (readonly Option[])[]): Option[] {
  const byValue = new Map(lists.flat().map((option) => [option.value, option]))
  return [...byValue.values()].toSorted((a, b) => a.label.localeCompare(b.label))
}

function PersonFilter({ scope, filter, entries, onFilter }: AuditFiltersProps) {
  const known = useQuery(peopleOptionsQuery(scope, filter.companyId)).data ?? []
  const shown = entries.flatMap(({ user }) => (user === null ? [] : [{ value: user.id, label: user.name }]))
  return (
    <Picker
      label={texts.person}
      placeholder={texts.personAll}
      value={filter.userId}
      options={mergeOptions(shown, known)}
      onChange={(userId) => onFilter({ userId })}
    />
  )
}

function CompanyFilter({ filter, entries, onFilter }: Omit<AuditFiltersProps, 'scope'>) {
  const [typed, setTyped] = useState('')
  const [q] = useDebouncedValue(typed.trim(), searchDebounceMs)
  const found = useQuery({ ...companyOptionsQuery(q), placeholderData: keepPreviousData }).data ?? []
  const shown = entries.flatMap(({ company }) =>
    company === null ? [] : [{ value: company.id, label: company.title }],
  )
  return (
    <Picker
      label={texts.company}
      placeholder={texts.companyAll}
      value={filter.companyId}
      options={mergeOptions(shown, found)}
      onType={setTyped}
      // The people of another company are not in this one.
      onChange={(companyId) => onFilter({ companyId, userId: undefined })}
    />
  )
}

type PickerProps = {
  label: string
  placeholder: string
  value: string | undefined
  options: Option[]
  onChange: (value: string | undefined) => void
  onType?: (text: string) => void
}

function Picker({ label, placeholder, value, options, onChange, onType }: PickerProps) {
  const isListed = value === undefined || options.some((option) => option.value === value)
  return (
    <Select
      size="sm"
      className={styles.picker}
      aria-label={label}
      placeholder={placeholder}
      // An id in a URL whose entries and names are not known yet.
      data={isListed ? options : [...options, { value, label: value }]}
      value={value ?? null}
      onChange={(next) => onChange(next ?? undefined)}
      onSearchChange={onType}
      searchable
      clearable
      nothingFoundMessage={texts.thereAreNoMatchingResults}
      limit={100}
    />
  )
}

type DayFieldProps = {
  label: string
  /** Within the field, before the day. */
  hint: string
  value: string | undefined
  min?: string | undefined
  max?: string | undefined
  onChange: (day: string | undefined) => void
}

/** Filters by complete days only. */
function DayField({ label, hint, value, onChange, ...limits }: DayFieldProps) {
  const [typed, setTyped] = useState(value ?? '')
  const [shown, setShown] = useState(value)
  if (value !== shown) {
    setShown(value)
    setTyped(value ?? '')
  }
  return (
    <DateField
      {...limits}
      size="sm"
      className={styles.day}
      leftSection={<span aria-hidden>{hint}</span>}
      leftSectionWidth={48}
      aria-label={label}
      value={typed}
      onChange={(next) => {
        setTyped(next)
        if (next !== '' && !isDay(next)) return
        setShown(next || undefined)
        onChange(next || undefined)
      }}
    />
  )
}
