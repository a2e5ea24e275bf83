import { useState } from 'react'
import { Modal } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import type { DialogProps } from '../../ui/dialog/dialogs.ts'
import { SearchField } from '../../ui/list/search-field.tsx'
import { useMe } from '../../user/index.ts'
import { searchCompanies, accessibleCompanies } from './company-list.ts'
import { CompanyLogo } from '../../ui/identity/company-logo.tsx'
import * as texts from '../texts.ts'
import { useSwitchCompany } from './use-switch-company.ts'
import styles from '../company.module.css'

export function SwitchCompanyDialog({ opened, onClose }: DialogProps) {
  const me = useMe()
  const [words, setWords] = useState('')
  const { switchTo, isBusy } = useSwitchCompany()
  const found = searchCompanies(accessibleCompanies(me?.companies ?? []), words)
  const current = me?.user.company?.id
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={texts.switchCompany}
      size={440}
      closeButtonProps={{ 'aria-label': texts.close }}
    >
      <SearchField placeholder={texts.searchCompanies} value={words} onChange={setWords} width="100%" />
      <ul className={styles.list}>
        {found.map((company) => (
          <li key={company.id}>
            <button
              type="button"
              className={styles.company}
              aria-current={company.id === current || undefined}
              disabled={isBusy}
              onClick={() => (company.id === current ? onClose() : switchTo(company.id))}
            >
              <CompanyLogo company={company} />
              <span className="kr-grow kr-trunc">{company.title}</span>
              {company.id === current && <IconCheck className="kr-icon-16" />}
            </button>
          </li>
        ))}
      </ul>
      {found.length === 0 && (
        <p role="status" className="kr-muted">
          {texts.noCompaniesFound}
        </p>
      )}
    </Modal>
  )
}
