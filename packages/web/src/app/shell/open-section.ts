export type NavSection = 'workspaces' | 'personal' | 'meetings' | 'drafts' | 'settings'

/** The entry of the main sidebar that a URL belongs to. The personal workspace has its own entry. */
export function sectionOf(pathname: string, personalIds: readonly (string | null | undefined)[]): NavSection | null {
  const [, first = '', second = ''] = pathname.split('/')
  if (first === 'workspace' || first === 'b') return personalIds.includes(second) ? 'personal' : 'workspaces'
  if (first === 'drafts' || first === 'draft') return 'drafts'
  return first === 'workspaces' || first === 'meetings' || first === 'settings' ? first : null
}
