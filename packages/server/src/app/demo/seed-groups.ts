/** Groups with their people, and invitations. */
import { newId } from '@knowreel/shared/identity/ids.ts'
import { randomBytes } from 'node:crypto'
import { buildGroup } from '../../group/group.builder.ts'
import { grantGroupRole } from '../../workspace/workspace.builder.ts'
import type { WorkspaceKey } from './demo-company.ts'
import { demoDate } from './demo-dates.ts'
import { groups, invited } from './demo-groups.ts'
import type { SeedContext } from './seed-articles.ts'

const dayMs = 86_400_000
const invitationDays = 14

export async function seedGroups({ trx, now, company, people, workspaces }: SeedContext): Promise<void> {
  for (const { firstName, lastName, email, days } of invited) {
    const createdAt = demoDate(now, days, 'created', email)
    await trx
      .insertInto('invitations')
      .values({
        id: newId(),
        company_id: company.id,
        email,
        first_name: firstName,
        last_name: lastName,
        role: 'user',
        // A random hash, so nobody knows the token: inviting again creates one that works.
        token_hash: randomBytes(32),
        invited_by: people.ines.id,
        created_at: createdAt,
        expires_at: new Date(createdAt.getTime() + invitationDays * dayMs),
      })
      .execute()
  }
  for (const { title, members, invited: invitedEmails, roles, age } of groups) {
    const group = await buildGroup(trx, {
      company,
      title,
      members: members.map((key) => people[key]),
      invitedEmails,
      createdAt: demoDate(now, age, 'created', title),
    })
    for (const [workspace, role] of Object.entries(roles)) {
      await grantGroupRole(trx, { workspace: workspaces[workspace as WorkspaceKey], group, role })
    }
  }
}
