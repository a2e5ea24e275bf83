/** The keys of every page, for their handlers and for the list of shortcuts, which shows them in this order. */

export const actionKeys = { '/': 'search', c: 'create', '?': 'help' } as const
/** With Ctrl or ⌘. */
export const paletteKey = 'k'
/** After G. */
export const goKeys = { w: 'workspaces', p: 'personal', m: 'meetings', d: 'drafts', h: 'home' } as const
export const listKeys = { next: 'j', previous: 'k' } as const

export type PageAction = (typeof actionKeys)[keyof typeof actionKeys]
export type GoTarget = (typeof goKeys)[keyof typeof goKeys]
