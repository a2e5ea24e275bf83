import { useState } from 'react'
import { Button, Modal, Select } from '@mantine/core'
import { IconAdjustments, IconLock, IconUser } from '@tabler/icons-react'
import { DialogFooter } from '../../ui/dialog/dialog-footer.tsx'
import { FilterButton } from '../../ui/list/filter-button.tsx'
import { SearchField } from '../../ui/list/search-field.tsx'
import { usePhone } from '../../ui/use-breakpoints.ts'
import { visibilityInfo } from '../visibility-label.tsx'
import * as texts from '../texts.ts'
import { privacyOptions, type Privacy, type WorkspaceListSearch } from './workspace-list-search.ts'
import styles from './workspace-filters.module.css'

type WorkspaceFiltersProps = {
  search: WorkspaceListSearch
  onChange: (change: Partial<WorkspaceListSearch>) => void
  creators: readonly { value: string; label: string }[]
  /** Absent while the list is loading. */
  count?: { shown: number; all: number }
}

const privacyChoices = privacyOptions.map((value) => {
  const { label, icon: Icon } = visibilityInfo[value]
  return { value, label, icon: <Icon /> }
})

export function WorkspaceFilters(props: WorkspaceFiltersProps) {
  const { search, onChange, creators, count } = props
  const isPhone = usePhone()
  return (
    <>
      <SearchField
        value={search.q ?? ''}
        onChange={(q) => onChange({ q: q || undefined })}
        placeholder={texts.searchWorkspaces}
        width={isPhone ? '100%' : 280}
      />
      {isPhone ? (
        <FilterDialogButton {...props} />
      ) : (
        <>
          <FilterButton
            label={texts.privacy}
            icon={<IconLock />}
            value={search.privacy ?? null}
            options={privacyChoices}
            onChange={(privacy) => onChange({ privacy: privacy ?? undefined })}
          />
          <FilterButton
            label={texts.creator}
            keepsCase
            icon={<IconUser />}
            value={search.creator ?? null}
            options={creators}
            onChange={(creator) => onChange({ creator: creator ?? undefined })}
          />
        </>
      )}
      <span className={styles.count} role="status">
        {count && countText(count)}
      </span>
    </>
  )
}

function countText({ shown, all }: { shown: number; all: number }): string {
  if (shown !== all) return texts.shownOfAll(shown, all)
  return `${all} ${texts.workspacesOf(all)}`
}

/** On a phone the filters are in a dialog; the button shows how many are active. */
function FilterDialogButton({ search, onChange, creators, count }: WorkspaceFiltersProps) {
  const [isOpen, setOpen] = useState(false)
  const filters = [search.privacy, search.creator].filter((value) => value !== undefined).length
  const close = () => setOpen(false)
  return (
    <>
      <Button
        leftSection={<IconAdjustments />}
        variant={filters > 0 ? 'light' : 'default'}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        {filters > 0 ? texts.filtersLabel(filters) : texts.filters}
      </Button>
      <Modal opened={isOpen} onClose={close} title={texts.filters} closeButtonProps={{ 'aria-label': texts.close }}>
        <div className={styles.fields}>
          <Select
            label={texts.privacy}
            placeholder={texts.any}
            clearable
            data={privacyChoices.map(({ value, label }) => ({ value, label }))}
            value={search.privacy ?? null}
            onChange={(privacy) => onChange({ privacy: parsePrivacy(privacy) })}
          />
          <Select
            label={texts.creator}
            placeholder={texts.anyone}
            clearable
            searchable
            nothingFoundMessage={texts.thereAreNoMatchingResults}
            data={[...creators]}
            value={search.creator ?? null}
            onChange={(creator) => onChange({ creator: creator ?? undefined })}
          />
        </div>
        <DialogFooter>
          {filters > 0 && (
            <Button variant="subtle" onClick={() => onChange({ privacy: undefined, creator: undefined })}>
              {texts.clearFilters}
            </Button>
          )}
          <Button variant="filled" onClick={close}>
            {count ? texts.showShownWorkspaces(count.shown) : texts.close}
          </Button>
        </DialogFooter>
      </Modal>
    </>
  )
}

const parsePrivacy = (value: string | null): Privacy | undefined => privacyOptions.find((option) => option === value)
