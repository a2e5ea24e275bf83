declare module 'virtual:catalogue' {
  /** Path and method of every call, by feature: `/article/:id DELETE`; GET is omitted. */
  export const addresses: Readonly<Record<string, Readonly<Record<string, string>>>>
}
