import { expect, it } from 'vitest'
import type { AuditEntry } from '@knowreel/shared/audit/audit.calls.ts'
import { describeEntry } from './describe-entry.ts'

const entry = (change: Partial<AuditEntry>): AuditEntry => ({
  id: '1',
  occurredAt: '2026-11-21T10:00:00.000Z',
  action: 'signed_in',
  company: null,
  user: null,
  operator: null,
  subject: null,
  before: {},
  details: {},
  address: null,
  device: null,
  ...change,
})
const halden = { kind: 'company', id: 'c', title: 'Halden Systems' }

it.each([
  [{ action: 'signed_in' }, 'Signed in', null],
  [{ action: 'sign_in_failed', details: { reason: 'password' } }, 'Failed to sign in: wrong password', null],
  [{ action: 'sign_in_failed', details: { reason: 'code' } }, 'Failed to sign in: wrong code', null],
  [{ action: 'ai_switched', subject: halden, details: { isAiEnabled: true } }, 'Turned on AI for', 'Halden Systems'],
  [{ action: 'ai_switched', subject: halden, before: { isAiEnabled: true } }, 'Turned off AI for', 'Halden Systems'],
  [
    { action: 'company_status_changed', subject: halden, details: { status: 'activated' } },
    'Activated',
    'Halden Systems',
  ],
  [{ action: 'public_link_changed', details: { shared: true } }, 'Shared with a public link', null],
  [{ action: 'article_share_changed', details: { mayComment: true } }, 'Let a person or group comment on', null],
  [{ action: 'article_share_changed', details: { mayComment: false } }, 'Limited a person or group to viewing', null],
  [{ action: 'user_invited', subject: halden, details: { email: 'a@b.c' } }, 'Invited a user', 'a@b.c'],
  [{ action: 'password_changed' }, 'Changed the password', null],
  [{ action: 'password_changed', details: { isReset: true } }, 'Reset the password', null],
  [
    { action: 'workspace_created', details: { title: 'Runbooks', visibility: 'public' } },
    'Created the public workspace',
    'Runbooks',
  ],
  [{ action: 'ai_settings_changed', subject: halden }, 'Changed the AI settings of', 'Halden Systems'],
  [{ action: 'status_changed', details: { userStatus: 'Deactivated' } }, 'Deactivated', null],
] as const)('%j reads “%s %s”', (change, verb, object) => {
  expect(describeEntry(entry(change as Partial<AuditEntry>))).toEqual({ verb, object })
})
