import { Button, Modal, SegmentedControl, Select, Textarea, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { botLimits, type BotConfig, type NotesScenario } from '@knowreel/shared/meeting/bot.calls.ts'
import { FormError } from '../../ui/form/form-error.tsx'
import { DialogFooter } from '../../ui/dialog/dialog-footer.tsx'
import type { DialogProps } from '../../ui/dialog/dialogs.ts'
import { LoadError } from '../../ui/page/load-error.tsx'
import { AfterDelay, Skeleton } from '../../ui/page/skeleton.tsx'
import { showSuccess, showWarning } from '../../ui/toast/toast.ts'
import { useValidatedForm } from '../../ui/form/use-validated-form.ts'
import { useMe } from '../../user/index.ts'
import { botConfigQuery, useSaveBotConfig } from '../meeting.queries.ts'
import * as texts from '../texts.ts'
import { WorkspaceChoice } from './workspace-choice.tsx'
import styles from './bot-settings.module.css'

const scenarioLabels: Readonly<Record<NotesScenario, string>> = {
  none: texts.none,
  'meeting-notes': texts.meetingNotes,
  'user-manual': texts.userManual,
  policy: texts.policyDocument,
  'status-report': texts.statusReport,
  'technical-documentation': texts.technicalDocumentation,
  'requirements-documentation': texts.requirementsDocumentation,
  custom: texts.custom,
}

const scenarioOptions = Object.entries(scenarioLabels).map(([value, label]) => ({ value, label }))

type BotSettingsProps = { readonly meeting: { readonly id: string; readonly title: string } | null } & DialogProps

/** How the bot records: for every new meeting of the person, or for one. */
export function BotSettingsDialog({ meeting, opened, onClose }: BotSettingsProps) {
  const me = useMe()?.user.id
  const config = useQuery({ ...botConfigQuery(me ?? '', meeting?.id ?? null), enabled: me !== undefined })
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={texts.botSettings}
      size={520}
      closeButtonProps={{ 'aria-label': texts.close }}
    >
      {meeting && <p className={styles.meeting}>{meeting.title || texts.noTitle}</p>}
      {config.isError ? (
        <LoadError
          text={texts.theSettingsCouldNotBe}
          onRetry={() => void config.refetch()}
          isRetrying={config.isFetching}
        />
      ) : // What an earlier opening left may have changed in the meantime.
      config.data === undefined || config.isFetching ? (
        <LoadingFields />
      ) : (
        <BotForm config={config.data.config} onClose={onClose} />
      )}
    </Modal>
  )
}

function LoadingFields() {
  return (
    <AfterDelay>
      <div className={styles.form} aria-busy>
        {[40, 60, 50].map((width) => (
          <Skeleton key={width} width={`${width}%`} />
        ))}
      </div>
    </AfterDelay>
  )
}

const loadSchema = () => import('@knowreel/shared/meeting/bot.calls.ts').then((module) => module.botConfigInput)

function BotForm({ config, onClose }: { config: BotConfig; onClose: () => void }) {
  const { mutateAsync } = useSaveBotConfig()
  const form = useValidatedForm({
    initial: config,
    loadSchema,
    submit: async (values) => {
      const { config: saved } = await mutateAsync(values)
      onClose()
      const hasJoined = values.eventId !== null && saved.eventId === null
      if (hasJoined) showWarning(texts.theOtherMeetingKeepsIts)
      else showSuccess(texts.settingsSaved)
    },
  })
  const { values, errors, setValue } = form
  return (
    <form className={styles.form} onSubmit={form.onSubmit} noValidate>
      <TextInput
        name="name"
        data-autofocus
        label={<CountedLabel label={texts.name} length={values.name.length} max={botLimits.name} />}
        description={texts.everyoneInTheMeetingSees}
        maxLength={botLimits.name}
        value={values.name}
        error={errors.name}
        onChange={(event) => setValue('name', event.currentTarget.value)}
      />
      <Select
        label={texts.notesAutoGeneration}
        data={scenarioOptions}
        allowDeselect={false}
        value={values.notesAutoGeneration}
        onChange={(scenario) => scenario && setValue('notesAutoGeneration', scenario as NotesScenario)}
      />
      {values.notesAutoGeneration === 'custom' && (
        <Textarea
          name="customPrompt"
          label={
            <CountedLabel label={texts.customPrompt} length={values.customPrompt.length} max={botLimits.customPrompt} />
          }
          placeholder={texts.promptExample}
          autosize
          minRows={3}
          maxRows={6}
          maxLength={botLimits.customPrompt}
          value={values.customPrompt}
          error={errors.customPrompt}
          onChange={(event) => setValue('customPrompt', event.currentTarget.value)}
        />
      )}
      <div className={styles.field}>
        <span id="paragraphs-generation">{texts.paragraphsAutoGeneration}</span>
        <SegmentedControl
          aria-labelledby="paragraphs-generation"
          value={values.paragraphsAutoGeneration}
          onChange={(choice) => setValue('paragraphsAutoGeneration', choice as BotConfig['paragraphsAutoGeneration'])}
          data={[
            { value: 'manually', label: texts.manually },
            { value: 'automatically', label: texts.automatically },
          ]}
        />
      </div>
      <WorkspaceChoice
        companyId={values.companyId}
        workspaceId={values.workspaceId}
        onChange={({ companyId, workspaceId }) => {
          setValue('companyId', companyId)
          setValue('workspaceId', workspaceId)
        }}
      />
      <FormError>{form.formError}</FormError>
      <DialogFooter note={config.eventId === null ? texts.usedForEveryNewMeeting : texts.usedForThisMeeting}>
        <Button onClick={onClose}>{texts.cancel}</Button>
        <Button type="submit" variant="filled" loading={form.isBusy}>
          {texts.save}
        </Button>
      </DialogFooter>
    </form>
  )
}

/** The label of a field with its character count, which is hidden from screen readers: the field states its limit. */
function CountedLabel({ label, length, max }: { label: string; length: number; max: number }) {
  return (
    <span className={styles.counted}>
      {label}
      <span className="kr-second kr-muted kr-num" aria-hidden>
        {length}/{max}
      </span>
    </span>
  )
}
