import { useState } from 'react'
import { Button, Switch, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { CompanyInfo } from '@knowreel/shared/company/company.calls.ts'
import type { Session } from '../../user/index.ts'
import { SharingSwitch } from '../../share/index.ts'
import { FormError } from '../../ui/form/form-error.tsx'
import { LoadError } from '../../ui/page/load-error.tsx'
import { PageFrame } from '../../ui/page/page-frame.tsx'
import { ListSkeleton } from '../../ui/page/list-skeleton.tsx'
import { showSuccess } from '../../ui/toast/toast.ts'
import { handleError } from '../../platform/api/handle-error.ts'
import { useSavedValues, useValidatedForm } from '../../ui/form/use-validated-form.ts'
import { useMe } from '../../user/index.ts'
import { companyInfoQuery, useUpdateCompany } from '../company.queries.ts'
import * as texts from '../texts.ts'
import { LogoField } from './logo-field.tsx'
import styles from './company-profile-page.module.css'

const loadSchema = () =>
  import('@knowreel/shared/company/company.calls.ts').then((module) => module.companyCalls.update.body)

export function CompanyProfilePage() {
  const company = useMe()?.user.company
  return (
    <PageFrame title={texts.companyProfile}>
      {company ? (
        // Another company is another form.
        <div key={company.id} className={styles.page}>
          <ProfileForm company={company} />
          <CompanySwitches company={company} />
          <CompanyStatistics id={company.id} />
        </div>
      ) : (
        <ListSkeleton rows={4} height={56} />
      )}
    </PageFrame>
  )
}

type CurrentCompany = NonNullable<Session['user']['company']>

function ProfileForm({ company }: { company: CurrentCompany }) {
  const update = useUpdateCompany()
  /** Undefined means unchanged. */
  const [logo, setLogo] = useState<string | null>()
  const [isCompressing, setCompressing] = useState(false)
  const form = useValidatedForm({
    initial: { title: company.title, logo: '' },
    loadSchema,
    submit: async ({ title }) => {
      await update({
        ...(title.trim() === company.title ? {} : { title: title.trim() }),
        ...(logo ? { logo } : logo === null ? { isLogoDeleted: true } : {}),
      })
      setLogo(undefined)
      showSuccess(texts.companySuccessfullyUpdated)
    },
  })
  useSavedValues(form, { title: company.title, logo: '' })
  const isChanged = form.values.title.trim() !== company.title || logo !== undefined
  const change = (next: string | null) => {
    setLogo(next === null && company.logo === null ? undefined : next)
    form.setErrors({ ...form.errors, logo: undefined })
  }

  return (
    <form className={styles.form} onSubmit={form.onSubmit} noValidate>
      <LogoField
        value={logo === undefined ? company.logo : logo}
        error={form.errors.logo}
        onPick={change}
        onRemove={() => change(null)}
        onError={(message) => form.setErrors({ ...form.errors, logo: message })}
        isBusy={isCompressing}
        onBusyChange={setCompressing}
      />
      <TextInput
        label={texts.companyName}
        name="title"
        autoComplete="organization"
        maxLength={100}
        value={form.values.title}
        onChange={(event) => form.setValue('title', event.currentTarget.value)}
        error={form.errors.title}
      />
      <FormError>{form.formError}</FormError>
      <div>
        <Button type="submit" variant="filled" size="md" loading={form.isBusy} disabled={!isChanged || isCompressing}>
          {texts.saveChanges}
        </Button>
      </div>
    </form>
  )
}

/** Saved immediately, unlike the form above: turning something off must not depend on finding a Save button. */
function CompanySwitches({ company }: { company: CurrentCompany }) {
  const update = useUpdateCompany()
  const [isBusy, setBusy] = useState(false)
  const save = async (change: { isSharingOff: boolean } | { areApiKeysOff: boolean }) => {
    setBusy(true)
    try {
      await update(change)
      showSuccess(texts.companySuccessfullyUpdated)
    } catch (error) {
      handleError(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <section className={styles.sharing} aria-label={texts.publicLinksAndKeys}>
      <SharingSwitch
        isOff={company.isSharingOff}
        isDisabled={isBusy}
        description={texts.anyoneWithLinkCanView}
        onChange={(isSharingOff) => void save({ isSharingOff })}
      />
      <Switch
        label={texts.apiKeys}
        labelPosition="left"
        description={texts.peopleCanUseApiKeys}
        classNames={{ body: styles.switch, label: styles.switchLabel, labelWrapper: 'kr-grow' }}
        checked={!company.areApiKeysOff}
        disabled={isBusy}
        onChange={({ currentTarget }) => void save({ areApiKeysOff: !currentTarget.checked })}
      />
    </section>
  )
}

function CompanyStatistics({ id }: { id: string }) {
  const info = useQuery(companyInfoQuery(id))
  if (info.isError) {
    return (
      <LoadError
        text={texts.theCompanysStatisticsCouldNot}
        onRetry={() => void info.refetch()}
        isRetrying={info.isFetching}
      />
    )
  }
  return (
    <section className={styles.facts} aria-label={texts.aboutTheCompany}>
      {info.data ? <Statistics company={info.data} /> : <ListSkeleton rows={3} height={40} />}
    </section>
  )
}

function Statistics({ company: { counts, owner, domain, slug } }: { company: CompanyInfo }) {
  return (
    <>
      <dl className={styles.counts}>
        {[
          { label: texts.activePeople, value: counts.users },
          { label: texts.workspaces, value: counts.workspaces },
          { label: texts.articles, value: counts.articles },
        ].map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value.toLocaleString('en')}</dd>
          </div>
        ))}
      </dl>
      <dl className={styles.rows}>
        <div>
          <dt>{texts.owner}</dt>
          <dd>
            {owner.name}
            <a href={`mailto:${owner.email}`}>{owner.email}</a>
          </dd>
        </div>
        <div>
          <dt>{texts.domainName}</dt>
          <dd>{domain ?? slug}</dd>
        </div>
      </dl>
    </>
  )
}
