import { useEffect, useRef, useState } from 'react'
import { Button, Modal, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { minCompanyTitleLength } from '@knowreel/shared/company/company.rules.ts'
import { api } from '../../platform/api/api.ts'
import { FormError } from '../../ui/form/form-error.tsx'
import { DialogFooter } from '../../ui/dialog/dialog-footer.tsx'
import type { DialogProps } from '../../ui/dialog/dialogs.ts'
import { useValidatedForm } from '../../ui/form/use-validated-form.ts'
import { trackCreation, type CompanyCreation } from './company-creation.ts'
import { domainQuery } from '../company.queries.ts'
import * as texts from '../texts.ts'
import { CreationProgress } from './creation-progress.tsx'
import styles from '../company.module.css'

/** Milliseconds after the last key press before the domain name is checked. */
const debounceMs = 400
const domainNotAvailable = texts.domainNameIsNotAvailable

const loadSchema = () =>
  import('@knowreel/shared/company/company.calls.ts').then((module) => module.companyCalls.create.body)

export function CreateCompanyDialog({ opened, onClose }: DialogProps) {
  const [creation, setCreation] = useState<CompanyCreation | null>(null)
  const isOpen = useRef(false)
  useEffect(() => {
    isOpen.current = opened
    return () => {
      isOpen.current = false
    }
  }, [opened])
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={texts.createACompany}
      size={480}
      closeButtonProps={{ 'aria-label': texts.close }}
    >
      {creation ? (
        <CreationProgress creation={creation} onClose={onClose} onChange={setCreation} />
      ) : (
        <CreateCompanyForm
          onClose={onClose}
          onCreated={(company) => void trackCreation(company, { isOpen: () => isOpen.current, show: setCreation })}
        />
      )}
    </Modal>
  )
}

type CreateCompanyFormProps = { onClose: () => void; onCreated: (company: CompanyCreation['company']) => void }

function CreateCompanyForm({ onClose, onCreated }: CreateCompanyFormProps) {
  const form = useValidatedForm({
    initial: { title: '', slug: '' },
    loadSchema,
    submit: async ({ title, slug }) => {
      // Sent explicitly, so that a taken name is refused instead of being changed silently.
      const { company } = await api.company.create({ body: { title: title.trim(), slug: slug.trim() || title.trim() } })
      onCreated(company)
    },
  })
  const domain = useDomain(form.values)
  return (
    <form className={styles.form} onSubmit={form.onSubmit} noValidate>
      <TextInput
        label={texts.companyName}
        name="title"
        autoFocus
        data-autofocus
        autoComplete="organization"
        maxLength={100}
        value={form.values.title}
        onChange={(event) => form.setValue('title', event.currentTarget.value)}
        error={form.errors.title}
      />
      <TextInput
        label={texts.domainName}
        name="slug"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={100}
        placeholder={domain.suggestion ?? texts.derivedFromTheName}
        description={domain.note}
        value={form.values.slug}
        onChange={(event) => form.setValue('slug', event.currentTarget.value)}
        error={form.errors.slug ?? (domain.isTaken ? domainNotAvailable : undefined)}
      />
      <FormError>{form.formError}</FormError>
      <DialogFooter>
        <Button onClick={onClose}>{texts.cancel}</Button>
        <Button type="submit" variant="filled" loading={form.isBusy}>
          {texts.createCompany}
        </Button>
      </DialogFooter>
    </form>
  )
}

type Domain = { suggestion: string | null; isTaken: boolean; note: string }

/** The state of the domain name that the fields result in, while they are being filled in. */
function useDomain({ title, slug }: { title: string; slug: string }): Domain {
  const wanted = slug.trim() || title.trim()
  const [asked] = useDebouncedValue(wanted, debounceMs)
  const found = useQuery({ ...domainQuery(asked), enabled: asked.length >= minCompanyTitleLength })
  // A response for a previous value says nothing about the present one.
  const domain = asked === wanted && asked.length >= minCompanyTitleLength ? found.data : undefined
  const isTaken = domain?.isAvailable === false
  return {
    suggestion: slug === '' ? (domain?.name ?? null) : null,
    isTaken,
    note: domain && !isTaken ? texts.domainNameIsAvailable(domain.name) : texts.partOfCompanysAddressIt,
  }
}
