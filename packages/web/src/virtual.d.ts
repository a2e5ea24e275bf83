declare module 'virtual:catalogue' {
  /** Method and path of every call, by `feature.name`. */
  export const addresses: Readonly<Record<string, readonly [method: string, path: string]>>
}
