import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { Button, Modal } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Template } from '@knowreel/shared/template/template.calls.ts'
import { api } from '../platform/api/api.ts'
import { handleError } from '../platform/api/handle-error.ts'
import type { DialogProps } from '../ui/dialog/dialog-props.ts'
import { SearchField } from '../ui/list/search-field.tsx'
import { normalizeForSearch } from '../ui/normalize-for-search.ts'
import { useTouchOnly } from '../ui/use-breakpoints.ts'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { ListSkeleton } from '../ui/page/list-skeleton.tsx'
import { providedTemplates } from './provided-templates.ts'
import { TemplateRow } from './template-row.tsx'
import { refreshTemplates, templatesQuery } from './template.queries.ts'
import styles from './template-picker.module.css'
import * as texts from './texts.ts'

export type TemplatePickerProps = {
  /** `text` is HTML of the note schema. */
  onChoose: (template: { readonly title: string; readonly text: string }) => void
}

/** All templates that a person can use; their own and those of the company are also renamed and deleted here. */
export function TemplatePicker({ onChoose, opened, onClose }: TemplatePickerProps & DialogProps) {
  const queryClient = useQueryClient()
  const { data = [], isLoading, isError, isFetching, refetch } = useQuery(templatesQuery)
  // On a phone, the keyboard would cover the templates.
  const isTouchOnly = useTouchOnly()
  const [search, setSearch] = useState('')
  const [renamedId, setRenamedId] = useState<string | null>(null)
  const [loadingId, setLoadingId] = useState<string | null>(null)
  const list = useRef<HTMLDivElement>(null)
  const loading = useRef<AbortController>(null)
  // A template that arrives after the dialog was closed is not inserted.
  useEffect(() => {
    if (!opened) loading.current?.abort()
  }, [opened])
  // The deleted row had the focus.
  useEffect(() => {
    if (document.activeElement === document.body && !isTouchOnly) searchFieldIn(list.current)?.focus()
  }, [data.length, isTouchOnly])
  const wanted = normalizeForSearch(search.trim())
  const matches = ({ title }: { readonly title: string }) => normalizeForSearch(title).includes(wanted)
  const own = data.filter((one) => !one.isShared && matches(one))
  const shared = data.filter((one) => one.isShared && matches(one))
  // Not before the others, which would move them away under the pointer. Offline, nothing is loading.
  const provided = isLoading ? [] : providedTemplates.filter(matches)
  const hasMatch = isLoading || own.length + shared.length + provided.length > 0

  // The dialog returns the focus when it closes, so the text takes it afterwards.
  const choose = (chosen: { title: string; text: string }) => {
    onClose()
    requestAnimationFrame(() => onChoose(chosen))
  }
  const load = async ({ id }: Template) => {
    if (loadingId !== null) return
    setLoadingId(id)
    const { signal } = (loading.current = new AbortController())
    try {
      const { template, text } = await api.template.get({ params: { id } }, { signal })
      if (!signal.aborted) choose({ title: template.title, text })
    } catch (error) {
      if (signal.aborted) return
      handleError(error)
      void refreshTemplates(queryClient)
    } finally {
      setLoadingId(null)
    }
  }
  const rows = (templates: readonly Template[]) =>
    templates.map((one) => (
      <TemplateRow
        key={one.id}
        title={one.title}
        description={one.isShared && one.authorName !== null ? texts.sharedBy(one.authorName) : null}
        isLoading={one.id === loadingId}
        onChoose={() => void load(one)}
        managed={one.abilities.manage ? one : null}
        isRenamed={one.id === renamedId}
        onRename={(isRenamed) => setRenamedId(isRenamed ? one.id : null)}
      />
    ))

  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={texts.startWithATemplate}
      size={560}
      closeOnEscape={search === '' && !data.some(({ id }) => id === renamedId)}
      closeButtonProps={{ 'aria-label': texts.close }}
    >
      <div
        ref={list}
        tabIndex={-1}
        data-autofocus={!isTouchOnly || undefined}
        className={styles.picker}
        onFocus={({ target, currentTarget }) => target === currentTarget && searchFieldIn(currentTarget)?.focus()}
        onKeyDown={(event) => moveAmongTemplates(event, list.current)}
      >
        <SearchField value={search} onChange={setSearch} placeholder={texts.searchTemplates} width="100%" />
        <div className={styles.list}>
          {isLoading && <ListSkeleton height={48} />}
          {isError && (
            <div className={styles.error} role="alert">
              <span>{texts.theTemplatesCouldNotBeLoaded}</span>
              <Button size="xs" variant="subtle" loading={isFetching} onClick={() => void refetch()}>
                {texts.tryAgain}
              </Button>
            </div>
          )}
          {own.length > 0 && <Section title={texts.yourTemplates}>{rows(own)}</Section>}
          {shared.length > 0 && <Section title={texts.companyTemplates}>{rows(shared)}</Section>}
          {provided.length > 0 && (
            <Section title={texts.providedTemplates}>
              {provided.map((one) => (
                <TemplateRow
                  key={one.id}
                  title={one.title}
                  description={one.description}
                  onChoose={() => choose({ title: one.title, text: one.text })}
                />
              ))}
            </Section>
          )}
          {!hasMatch && <EmptyState drawing="noMatch" text={texts.noTemplatesMatch} />}
        </div>
        <p className={styles.tip}>{texts.tipSaveAsTemplate}</p>
      </div>
    </Modal>
  )
}

const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <section aria-label={title}>
    <h3 className={styles.heading}>{title}</h3>
    <ul className={styles.rows}>{children}</ul>
  </section>
)

const searchFieldIn = (list: HTMLElement | null) => list?.querySelector<HTMLElement>('input[type=search]')

/** Arrow keys move between the templates; Enter in the search field chooses the first one. */
function moveAmongTemplates(event: KeyboardEvent, list: HTMLElement | null): void {
  const stops = [...(list?.querySelectorAll<HTMLElement>('[data-template]') ?? [])]
  const { target, key } = event
  if (!(target instanceof HTMLElement) || event.nativeEvent.isComposing) return
  const isSearch = target.matches('input[type=search]')
  const here = stops.indexOf(target)
  if (!isSearch && here === -1) return
  if (isSearch && key === 'Enter') stops[0]?.click()
  else if (key === 'ArrowDown') stops[here + 1]?.focus()
  else if (key === 'ArrowUp' && here > 0) stops[here - 1]?.focus()
  else if (key === 'ArrowUp' && here === 0) searchFieldIn(list)?.focus()
  else return
  event.preventDefault()
}
