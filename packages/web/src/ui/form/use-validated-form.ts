import { useCallback, useEffect, useRef, useState, type FormEvent } from 'react'
import type { FieldError } from '@knowreel/shared/error/app-error.ts'
import { ApiError } from '../../platform/api/api-error.ts'
import { handleError, handleSessionError } from '../../platform/api/handle-error.ts'
import { readToken } from '../../platform/session/session-token.ts'
import * as texts from '../texts.ts'

type Issue = { readonly path: readonly PropertyKey[]; readonly message: string }

/** The part of a zod schema that a form needs, so that the schema's own code can load later. */
export type FormSchema = {
  safeParse: (input: unknown) => { success: true } | { success: false; error: { issues: readonly Issue[] } }
}

type ValidatedFormInput<Values> = {
  initial: Values
  /** The schema of the call's body, by dynamic import: it loads while the form is being filled in. */
  loadSchema: () => Promise<FormSchema>
  /** An ApiError shows its field errors at the fields and everything else above the form's button. */
  submit: (values: Values) => Promise<unknown>
}

type FieldErrors<Values> = { [Field in keyof Values]?: string }

export type ValidatedForm<Values> = {
  values: Values
  errors: FieldErrors<Values>
  /** An error that concerns no single field. */
  formError: string | null
  isBusy: boolean
  setValue: <Field extends keyof Values>(field: Field, value: Values[Field]) => void
  setErrors: (errors: FieldErrors<Values>, formError?: string) => void
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
}

/**
 * A form validated with the schema of the server's call: on submit, and then field by field while errors are corrected.
 * The first invalid field gets the focus; input is kept when the server refuses.
 */
export function useValidatedForm<Values extends Record<string, unknown>>({
  initial,
  loadSchema,
  submit,
}: ValidatedFormInput<Values>): ValidatedForm<Values> {
  const [values, setValues] = useState(initial)
  const [errors, setFieldErrors] = useState<FieldErrors<Values>>({})
  const [formError, setFormError] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const isWarm = useRef(false)

  const set = useCallback(
    <Field extends keyof Values>(field: Field, value: Values[Field]) => {
      if (!isWarm.current) {
        isWarm.current = true
        void loadSchema().catch(() => undefined)
      }
      setValues((current) => ({ ...current, [field]: value }))
      setFieldErrors((current) => ({ ...current, [field]: undefined }))
      setFormError(null)
    },
    [loadSchema],
  )

  const setErrors = useCallback((next: FieldErrors<Values>, whole?: string) => {
    setFieldErrors(next)
    setFormError(whole ?? null)
  }, [])

  const refuse = (fields: readonly FieldError[], form: HTMLFormElement, message: string) => {
    const known = fields.filter(({ field }) => field in values)
    const next: FieldErrors<Values> = {}
    for (const { field, message: text } of known) {
      const name: keyof Values = field
      next[name] ??= text
    }
    setErrors(next, known.length === 0 ? message : undefined)
    const first = [...form.elements].find((element) =>
      known.some(({ field }) => element.getAttribute('name') === field),
    )
    if (first instanceof HTMLElement) first.focus()
  }

  const run = async (form: HTMLFormElement) => {
    setBusy(true)
    try {
      const schema = await loadSchema()
      const checked = schema.safeParse(values)
      if (!checked.success) return refuse(toFieldErrors(checked.error.issues), form, texts.checkTheHighlightedFields)
      await submit(values)
    } catch (error) {
      if (readToken() !== null && handleSessionError(error)) return
      if (error instanceof ApiError && error.status !== null && error.status < 500 && error.status !== 401)
        refuse(error.fields, form, error.message)
      else handleError(error)
    } finally {
      setBusy(false)
    }
  }

  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    event.stopPropagation()
    if (!isBusy) void run(event.currentTarget)
  }

  return { values, errors, formError, isBusy, setValue: set, setErrors, onSubmit }
}

const toFieldErrors = (issues: readonly Issue[]): FieldError[] =>
  issues.map((issue) => ({ field: String(issue.path[0] ?? ''), message: issue.message }))

/**
 * Fields that the person has not changed follow what was saved elsewhere, for example in another window. Otherwise the
 * next save would send their former values and undo it.
 */
export function useSavedValues<Values extends Record<string, unknown>>(
  { values, setValue }: Pick<ValidatedForm<Values>, 'values' | 'setValue'>,
  saved: Values,
): void {
  const known = useRef(saved)
  useEffect(() => {
    for (const field of Object.keys(saved) as (keyof Values)[]) {
      const isSame = Object.is(saved[field], known.current[field])
      if (!isSame && Object.is(values[field], known.current[field])) setValue(field, saved[field])
    }
    known.current = saved
  })
}
