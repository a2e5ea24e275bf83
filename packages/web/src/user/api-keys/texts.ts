export const apiKeys = 'API keys'
export const apiKeysText = 'Programs use a key to act with your permissions.'
export const apiReference = 'API reference'
export const allWorkspaces = 'All workspaces'
export const cancel = 'Cancel'
export const chosenWorkspaces = 'Only these workspaces'
export const close = 'Close'
export const copyKey = 'Copy key'
export const createKey = 'Create an API key'
export const create = 'Create key'
export const daysLeft = (days: number) => (days === 1 ? 'In 1 day' : `In ${days} days`)
export const expired = 'Expired'
export const expires = 'Expires'
export const forbidden = 'Your company doesn’t allow API keys'
export const forbiddenText = 'Existing keys are refused. An administrator can allow keys in the company profile.'
export const keyCopied = 'The key is copied'
export const keyEnding = (lastFour: string) => `kr_…${lastFour}`
export const keyIsReady = (name: string) => `“${name}” is ready. Copy the key now, you won’t see it again.`
export const keyNotCopied = 'Cannot copy the key'
export const keyRevoked = 'The key is revoked'
export const keyText = 'API key'
export const keysCouldNotBeLoaded = 'Your API keys could not be loaded.'
export const lastUsed = 'Last used'
export const lifetime = (days: number) => (days === 365 ? '1 year' : `${days} days`)
export const limitedTo = (count: number) => `${count} workspaces`
export const loadingWorkspaces = 'Loading workspaces'
export const name = 'Name'
export const namePlaceholder = 'For example, Release notes'
export const never = 'Never'
export const noKeysYet = 'Create a key to read or write articles from a script or another program.'
export const noWorkspace = 'No visible workspaces'
export const actionsFor = (key: string) => `Actions for ${key}`
export const revoke = 'Revoke key'
export const revokeTitle = (key: string) => `Revoke “${key}”?`
export const revokeText = 'Programs that use this key stop working within seconds. This can’t be undone.'
export const scope = 'Scope'
export const scopes = { read: 'Read', write: 'Read and write', admin: 'Admin' } as const
export const scopeAndExpiry = (scope: string) => `${scope} · `
export const scopeTexts = {
  read: 'Read, search and download',
  write: 'Also create and change content',
  admin: 'Also manage workspaces, people and the company, where you have permission',
} as const
export const workspaces = 'Workspaces'
export const workspacesCouldNotBeLoaded = 'The workspaces could not be loaded.'
