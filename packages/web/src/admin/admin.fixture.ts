import type { AdminCompanyRow, AdminJob } from '@knowreel/shared/admin/admin.calls.ts'

export const longAgo = '2026-01-05T09:00:00.000Z'

export const aRow = (title: string, change: Partial<AdminCompanyRow['company']> = {}): AdminCompanyRow => ({
  company: {
    id: `id-${title}`,
    title,
    slug: title.toLowerCase(),
    domain: null,
    isActivated: true,
    isAiEnabled: false,
    isBilling: false,
    createdAt: longAgo,
    ...change,
  },
  stat: { usersCount: 1042, workspacesCount: 14, storageSize: 0 },
})

export const aJob = (change: Partial<AdminJob> = {}): AdminJob => ({
  id: '1',
  name: 'make-storyboard',
  title: 'Make a storyboard',
  status: 'failed',
  attempts: 3,
  limit: 3,
  workerName: 'worker-2',
  log: 'Read 41 frames',
  error: 'Error: ffmpeg ended with code 1',
  data: { videoId: 'v1' },
  lastAttemptAt: longAgo,
  nextAttemptAt: null,
  createdAt: longAgo,
  updatedAt: longAgo,
  ...change,
})

export const someStats = {
  users: 49,
  activeUsers: 46,
  invitedUsers: 3,
  workspaces: 14,
  archivedWorkspaces: 1,
  articles: 386,
  recordings: 241,
  storage: 412_600_000,
}
