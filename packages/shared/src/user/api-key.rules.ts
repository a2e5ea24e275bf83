/** `keys` counts per person and company, expired ones included. */
export const apiKeyLimits = { name: 100, keys: 50, workspaces: 100 } as const

/** In days. */
export const apiKeyLifetimes = [30, 90, 365] as const
