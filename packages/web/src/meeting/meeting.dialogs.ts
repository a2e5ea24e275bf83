import type { Meeting } from '@knowreel/shared/meeting/meeting.calls.ts'
import type { FailureOptions } from './list/failure-options.ts'
import { openDialog } from '../ui/dialog/dialogs.ts'

export function openAddMeeting(): void {
  void openDialog(() => import('./add/add-meeting-dialog.tsx').then((module) => module.AddMeetingDialog), {})
}

/** The settings of one meeting; with null, those for every new meeting of the person. */
export function openBotSettings(meeting: Pick<Meeting, 'id' | 'title'> | null): void {
  void openDialog(() => import('./bot/bot-settings-dialog.tsx').then((module) => module.BotSettingsDialog), { meeting })
}

export function openMeetingFailure(options: FailureOptions): void {
  void openDialog(() => import('./list/failure-dialog.tsx').then((module) => module.FailureDialog), options)
}
