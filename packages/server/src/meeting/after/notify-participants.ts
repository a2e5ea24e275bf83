/** Emails the members who took part that the meeting was recorded, and by whom. */
import { sql } from 'kysely'
import type { Trx } from '../../platform/database/db.ts'
import type { Enqueue } from '../../platform/jobs/index.ts'
import { enqueueMail, renderMail } from '../../platform/mail/index.ts'

export type NoticeServices = { readonly enqueue: Enqueue; readonly publicAddress: () => string }

type Notice = {
  readonly email: string
  readonly isOrganizer: boolean
  readonly title: string
  readonly organizer: string
  readonly companyId: string
  readonly articleId: string | null
  /** Null if only the organizer sees the draft. */
  readonly workspace: string | null
}

const maxPeople = 200

/**
 * The organizer, the members who have the meeting, those whom its calendar event invites, and those whose full name the
 * call showed, unless another member has the same name.
 */
async function listParticipants(trx: Trx, meetingId: string): Promise<Notice[]> {
  const { rows } = await sql<Notice>`
    with m as (select * from meetings where id = ${meetingId}),
    members as (
      select u.id, lower(u.email) as email, lower(u.first_name || ' ' || u.last_name) as name,
        count(*) over (partition by lower(u.first_name || ' ' || u.last_name)) as namesakes
      from m join company_members c on c.company_id = m.company_id and c.status = 'active'
      join users u on u.id = c.user_id
    ),
    present as (
      select o.user_id from meeting_owners o where o.meeting_id = ${meetingId}
      union
      select p.id from meeting_owners o join calendar_events e on e.id = o.event_id
        cross join lateral jsonb_array_elements(e.attendees) a
        join members p on p.email = lower(a ->> 'email')
        where o.meeting_id = ${meetingId}
      union
      select p.id from meeting_records r cross join lateral jsonb_array_elements(r.participants) a
        join members p on p.name = lower(a ->> 'name') and p.namesakes = 1
        where r.meeting_id = ${meetingId}
    )
    select p.email, p.id = m.organizer_id as "isOrganizer", m.title, m.company_id as "companyId",
      m.article_id as "articleId", h.first_name || ' ' || h.last_name as organizer,
      case when w.visibility <> 'personal' then w.title end as workspace
    from m join present on true join members p on p.id = present.user_id join users h on h.id = m.organizer_id
      left join articles a on a.id = m.article_id left join workspaces w on w.id = a.workspace_id
    order by p.email limit ${maxPeople}
  `.execute(trx)
  return rows
}

export async function notifyParticipants(
  { enqueue, publicAddress }: NoticeServices,
  trx: Trx,
  meetingId: string,
): Promise<void> {
  for (const notice of await listParticipants(trx, meetingId)) {
    const mail = noticeMail(notice, publicAddress())
    await enqueueMail(trx, { enqueue }, { to: notice.email, ...mail })
  }
}

function noticeMail({ isOrganizer, title, organizer, companyId, articleId, workspace }: Notice, address: string) {
  const name = title === '' ? 'Your meeting' : `“${title}”`
  const subject = `${name} was recorded`
  const paragraphs = isOrganizer
    ? [
        workspace === null
          ? 'The recording is a draft of yours. Nobody else sees it until you publish it.'
          : `The recording is a draft of yours in “${workspace}”. Its editors can open it; everyone else sees it once you publish it.`,
      ]
    : [
        `The meeting bot recorded it for ${organizer}, together with who took part.`,
        `The recording is a draft of ${organizer}. Contact them to get access or to request deletion.`,
      ]
  const action =
    isOrganizer && articleId !== null
      ? { label: 'Open the draft', url: `${address}/login/-/${articleId}/${companyId}/draft` }
      : { label: 'Open meetings', url: `${address}/login/-/-/${companyId}/%2Fmeetings` }
  return {
    subject,
    ...renderMail({ title: subject, paragraphs, action, footer: 'You get this email because you took part.' }),
  }
}
