export type NavPlace = 'workspaces' | 'personal' | 'meetings' | 'drafts' | 'settings'

/** Which entry of the main sidebar an address belongs to. The personal workspace has an entry of its own. */
export function placeOf(pathname: string, personalIds: readonly (string | null | undefined)[]): NavPlace | null {
  const [, first = '', second = ''] = pathname.split('/')
  if (first === 'workspace' || first === 'b') return personalIds.includes(second) ? 'personal' : 'workspaces'
  if (first === 'drafts' || first === 'draft') return 'drafts'
  return first === 'workspaces' || first === 'meetings' || first === 'settings' ? first : null
}
