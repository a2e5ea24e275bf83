export const webSocketOrigin = (): string => `${location.protocol === 'https:' ? 'wss:' : 'ws:'}//${location.host}`
