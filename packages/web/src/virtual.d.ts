declare module 'virtual:catalogue' {
  /** Method and path of every call, by `feature.name`. */
  /** Method and path of every call, by feature: `GET /article/{id}`. */
  export const addresses: Readonly<Record<string, Readonly<Record<string, string>>>>
}
