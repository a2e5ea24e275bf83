import type { Member } from '../../access/index.ts'
import { ranks, type WorkspaceStanding } from '../../workspace/index.ts'

/** Colleagues who see the workspace; an archived one is shown to those who edit in it. */
export const isVisibleIn = (member: Member, standing: WorkspaceStanding | null): standing is WorkspaceStanding =>
  standing !== null &&
  standing.companyId === member.company.id &&
  standing.rank >= (standing.isArchived ? ranks.editor : ranks.viewer)
