import { useState, type FormEvent, type ReactNode } from 'react'
import { Button, NumberInput, PasswordInput, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { IconCheck } from '@tabler/icons-react'
import type { AiSettings } from '@knowreel/shared/ai/ai.calls.ts'
import { api } from '../../platform/api/api.ts'
import { showSuccess } from '../../ui/toast/toast.ts'
import { failureMessage } from '../run-generation.ts'
import { useSaveAiSettings, type SavedAiSettings } from './ai-settings.queries.ts'
import * as texts from './texts.ts'
import styles from './ai-settings.module.css'

type Values = Required<Omit<SavedAiSettings, 'apiKey'>> & { readonly apiKey: string }

const valuesOf = (settings: AiSettings): Values => {
  const { isEnabled: _, keyEnding: _key, hasInstallationModel: _has, ...values } = settings
  return { ...values, apiKey: '' }
}

export function AiSettingsForm({ settings }: { settings: AiSettings }) {
  const [values, setValues] = useState(() => valuesOf(settings))
  const [error, setError] = useState<string | null>(null)
  const save = useSaveAiSettings()
  const check = useMutation({ mutationFn: () => api.ai.check({}), meta: { isErrorShown: true } })
  const set = (change: Partial<Values>) => setValues({ ...values, ...change })
  const isChanged = JSON.stringify(values) !== JSON.stringify(valuesOf(settings))

  const store = (change: Partial<SavedAiSettings> = {}) => {
    const { apiKey, ...others } = values
    const models = [others.model, others.imageModel, others.embeddingModel]
    if (others.baseUrl.trim() === '' && models.some((name) => name.trim() !== '')) return setError(texts.addressNeeded)
    setError(null)
    check.reset()
    save.mutate(
      { ...others, ...(apiKey.trim() !== '' && { apiKey: apiKey.trim() }), ...change },
      {
        onSuccess(saved) {
          setValues(valuesOf(saved))
          showSuccess(texts.saved)
        },
        onError: (failure) => setError(failureMessage(failure, texts.couldNotBeSaved)),
      },
    )
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    store()
  }
  return (
    <form onSubmit={submit} noValidate>
      <Section title={texts.model} help={texts.modelHelp}>
        <TextInput
          label={texts.address}
          description={settings.hasInstallationModel ? texts.addressHelp : undefined}
          placeholder="https://models.example.org/v1"
          inputMode="url"
          autoComplete="off"
          value={values.baseUrl}
          error={error}
          onChange={(event) => set({ baseUrl: event.currentTarget.value })}
        />
        <div className={styles.pair}>
          <TextInput
            label={texts.modelName}
            maxLength={200}
            value={values.model}
            onChange={(event) => set({ model: event.currentTarget.value })}
          />
          <TextInput
            label={texts.imageModel}
            maxLength={200}
            value={values.imageModel}
            onChange={(event) => set({ imageModel: event.currentTarget.value })}
          />
          <TextInput
            label={texts.embeddingModel}
            description={texts.embeddingModelHelp}
            maxLength={200}
            value={values.embeddingModel}
            onChange={(event) => set({ embeddingModel: event.currentTarget.value })}
          />
        </div>
        <PasswordInput
          label={texts.apiKey}
          description={texts.apiKeyHelp}
          placeholder={settings.keyEnding === null ? undefined : texts.apiKeyStored(settings.keyEnding)}
          autoComplete="off"
          maxLength={500}
          value={values.apiKey}
          onChange={(event) => set({ apiKey: event.currentTarget.value })}
        />
        <div className={styles.row}>
          <Button onClick={() => check.mutate()} loading={check.isPending} disabled={isChanged}>
            {texts.testConnection}
          </Button>
          {settings.keyEnding !== null && (
            <Button variant="subtle" onClick={() => store({ apiKey: null })} disabled={save.isPending}>
              {texts.removeKey}
            </Button>
          )}
          <span role="status">
            {check.data && (
              <span className={styles.good}>
                <IconCheck className="kr-icon-16" />
                {texts.answeredIn((check.data.milliseconds / 1000).toFixed(1))}
              </span>
            )}
            {check.error && <span className={styles.bad}>{failureMessage(check.error, texts.couldNotBeLoaded)}</span>}
          </span>
        </div>
      </Section>
      <Section title={texts.prices} help={texts.pricesHelp}>
        <div className={styles.pair}>
          <Amount label={texts.inputPrice} value={values.inputPrice} onChange={(inputPrice) => set({ inputPrice })} />
          <Amount
            label={texts.outputPrice}
            value={values.outputPrice}
            onChange={(outputPrice) => set({ outputPrice })}
          />
          <Amount label={texts.imagePrice} value={values.imagePrice} onChange={(imagePrice) => set({ imagePrice })} />
          <Amount
            label={texts.embeddingPrice}
            value={values.embeddingPrice}
            onChange={(embeddingPrice) => set({ embeddingPrice })}
          />
        </div>
      </Section>
      <Section title={texts.budget} help={texts.budgetHelp}>
        <div className={styles.pair}>
          <Amount
            label={texts.monthlyTokens}
            placeholder={texts.noLimit}
            isWhole
            value={values.monthlyTokens}
            onChange={(monthlyTokens) => set({ monthlyTokens })}
          />
          <Amount
            label={texts.monthlyCost}
            placeholder={texts.noLimit}
            value={values.monthlyCost}
            onChange={(monthlyCost) => set({ monthlyCost })}
          />
        </div>
        <div>
          <Button type="submit" variant="filled" size="md" loading={save.isPending} disabled={!isChanged}>
            {texts.saveChanges}
          </Button>
        </div>
      </Section>
    </form>
  )
}

export function Section({ title, help, children }: { title: string; help: string; children: ReactNode }) {
  return (
    <section className={styles.section} aria-label={title}>
      <div>
        <h2>{title}</h2>
        <p className="kr-second kr-muted">{help}</p>
      </div>
      <div className={styles.fields}>{children}</div>
    </section>
  )
}

type AmountProps = {
  label: string
  value: number | null
  placeholder?: string
  isWhole?: boolean
  onChange: (value: number | null) => void
}

function Amount({ label, value, placeholder, isWhole = false, onChange }: AmountProps) {
  return (
    <NumberInput
      label={label}
      placeholder={placeholder}
      min={0}
      allowDecimal={!isWhole}
      thousandSeparator={isWhole ? ',' : undefined}
      hideControls
      value={value ?? ''}
      onChange={(next) => onChange(typeof next === 'number' ? next : null)}
    />
  )
}
