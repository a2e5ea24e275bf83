/** In ascending order: a key with a higher scope may also make the calls of the lower ones. */
export const keyScopes = ['read', 'write', 'admin'] as const
export type KeyScope = (typeof keyScopes)[number]

/**
 * The scope that an API key needs. `isCompanyWide` calls concern more than single workspaces: keys that are limited to
 * workspaces cannot make them.
 */
export type KeyAccess = { readonly scope: KeyScope; readonly isCompanyWide: boolean }
