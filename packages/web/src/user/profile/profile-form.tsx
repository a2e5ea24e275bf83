import { useState } from 'react'
import { Button, TextInput } from '@mantine/core'
import type { Me } from '@knowreel/shared/user/user.calls.ts'
import { passwordLimits } from '@knowreel/shared/user/user.rules.ts'
import { showSuccess } from '../../ui/toast/toast.ts'
import { DateField } from '../../ui/form/date-field.tsx'
import { useSavedValues, useValidatedForm } from '../../ui/form/use-validated-form.ts'
import { useUnsavedChanges } from '../../ui/dialog/use-unsaved-changes.ts'
import { PasswordField } from '../password-field.tsx'
import { EmailNotice } from './email-notice.tsx'
import { PhotoField } from './photo-field.tsx'
import { getProfileChange, toProfileValues, type ProfileValues } from './profile-values.ts'
import { useSaveProfile } from './profile.queries.ts'
import styles from './profile-form.module.css'
import { useMutation } from '@tanstack/react-query'
import { api } from '../../platform/api/api.ts'
import * as texts from './texts.ts'

const loadSchema = () => import('@knowreel/shared/user/user.calls.ts').then((module) => module.profileForm)
const today = () => new Date().toISOString().slice(0, 10)

export function ProfileForm({ me }: { me: Me }) {
  const save = useSaveProfile()
  const form = useValidatedForm<ProfileValues>({
    initial: toProfileValues(me),
    loadSchema,
    submit: async (values) => {
      const { user } = await save.mutateAsync(getProfileChange(me, values))
      fill(user)
      showSuccess(texts.yourProfileWasSuccessfullyUpdated)
    },
  })
  useSavedValues(form, toProfileValues(me))
  const fill = (user: Me) => {
    const next = toProfileValues(user)
    for (const name of Object.keys(next) as (keyof ProfileValues)[]) form.setValue(name, next[name])
  }
  const [isShrinking, setShrinking] = useState(false)
  const isDirty = Object.keys(getProfileChange(me, form.values)).length > 0
  useUnsavedChanges({ isDirty: isDirty && !form.isBusy })

  const field = (
    name: 'firstName' | 'lastName' | 'jobTitle' | 'email' | 'passwordOld' | 'passwordNew' | 'passwordConfirm',
  ) => ({
    name,
    value: form.values[name],
    onChange: (event: { currentTarget: HTMLInputElement }) => form.setValue(name, event.currentTarget.value),
    error: form.errors[name],
  })
  const { userProfileImage, isUserProfileImageDeleted } = form.values
  const isOtherEmail = form.values.email.trim() !== (me.pendingEmail ?? me.email)

  return (
    <form className={styles.form} onSubmit={form.onSubmit} noValidate>
      <PhotoField
        person={me}
        photo={userProfileImage ?? (isUserProfileImageDeleted ? null : me.profileImage)}
        error={form.errors.userProfileImage}
        onPick={(photo) => {
          form.setValue('userProfileImage', photo)
          form.setValue('isUserProfileImageDeleted', false)
        }}
        onRemove={() => {
          form.setValue('userProfileImage', null)
          form.setValue('isUserProfileImageDeleted', true)
        }}
        isBusy={isShrinking}
        onBusyChange={setShrinking}
      />
      <div className={styles.fields}>
        <TextInput label={texts.firstName} autoComplete="given-name" maxLength={80} {...field('firstName')} />
        <TextInput label={texts.lastName} autoComplete="family-name" maxLength={80} {...field('lastName')} />
        <TextInput label={texts.organization} value={me.company?.title ?? 'None yet'} readOnly data-fixed />
        <TextInput label={texts.jobTitle} autoComplete="organization-title" maxLength={120} {...field('jobTitle')} />
        <div className={styles.email}>
          <TextInput
            label={texts.emailAddress}
            type="email"
            autoComplete="email"
            description={isOtherEmail ? texts.requiresYourCurrentPasswordWell : undefined}
            {...field('email')}
          />
          <EmailNotice me={me} onChangeCancelled={() => form.setValue('email', me.email)} />
        </div>
        <DateField
          label={texts.birthDate}
          name="birthDay"
          autoComplete="bday"
          min="1900-01-01"
          max={today()}
          value={form.values.birthDay ?? ''}
          onChange={(day) => form.setValue('birthDay', day || null)}
          error={form.errors.birthDay}
        />
      </div>

      <section className={styles.section} aria-labelledby="profile-password">
        <h2 id="profile-password" className={styles.heading}>
          {texts.password}
        </h2>
        {me.hasPassword ? (
          <>
            <p className="kr-second kr-muted">{texts.aNewPasswordSignsYou}</p>
            <div className={styles.fields}>
              <PasswordField label={texts.currentPassword} autoComplete="current-password" {...field('passwordOld')} />
              <span className={styles.gap} />
              <PasswordField
                label={texts.newPassword}
                autoComplete="new-password"
                description={texts.atLeastMinimumCharacters(passwordLimits.minimum)}
                {...field('passwordNew')}
              />
              <PasswordField
                label={texts.confirmNewPassword}
                autoComplete="new-password"
                {...field('passwordConfirm')}
              />
            </div>
          </>
        ) : (
          <EmailPasswordLink email={me.email} />
        )}
      </section>

      <div className={styles.foot} data-dirty={isDirty || undefined}>
        <p role="alert" className={styles.error}>
          {form.formError}
        </p>
        <span className={styles.state}>{isDirty ? texts.notSavedYet : ''}</span>
        {isDirty && (
          <Button size="md" variant="subtle" color="gray" disabled={form.isBusy} onClick={() => fill(me)}>
            {texts.discard}
          </Button>
        )}
        <Button type="submit" size="md" variant="filled" loading={form.isBusy} disabled={!isDirty || isShrinking}>
          {texts.saveChanges}
        </Button>
      </div>
    </form>
  )
}

/** For people who sign in with a provider account: the mailbox proves their identity. */
function EmailPasswordLink({ email }: { email: string }) {
  const { mutate, isPending, isSuccess } = useMutation({
    mutationFn: () => api.account.requestPasswordReset({ body: { email } }),
  })
  return (
    <>
      <p className="kr-second kr-muted">{isSuccess ? texts.weSentLinkToEmail(email) : texts.youSignInWithAnother}</p>
      {!isSuccess && (
        <div>
          <Button loading={isPending} onClick={() => mutate()}>
            {texts.emailMeALink}
          </Button>
        </div>
      )}
    </>
  )
}
