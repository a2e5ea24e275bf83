/** The first is the default. */
export const calloutKinds = ['info', 'tip', 'warning', 'danger'] as const
export type CalloutKind = (typeof calloutKinds)[number]

export const calloutKind = (value: unknown): CalloutKind =>
  calloutKinds.find((kind) => kind === value) ?? calloutKinds[0]

/** Names of other programs, GitHub's among them; null for other words. */
const calloutNames: ReadonlyMap<string, CalloutKind> = new Map([
  ...calloutKinds.map((kind) => [kind, kind] as const),
  ['note', 'info'],
  ['information', 'info'],
  ['important', 'info'],
  ['success', 'tip'],
  ['hint', 'tip'],
  ['attention', 'warning'],
  ['caution', 'danger'],
  ['error', 'danger'],
])
export const namedCalloutKind = (name: string): CalloutKind | null => calloutNames.get(name.toLowerCase()) ?? null

/** Notion has one kind of callout, whose icon says what is meant. */
const calloutSigns: readonly (readonly [RegExp, CalloutKind])[] = [
  [/^[💡✅👍⭐🌟]/u, 'tip'],
  [/^[⚠❗❕🚧🔔]/u, 'warning'],
  [/^[🚫⛔❌🛑🔥🚨☠💀]/u, 'danger'],
]
export const signedCalloutKind = (text: string): CalloutKind =>
  calloutSigns.find(([signs]) => signs.test(text.trimStart()))?.[1] ?? 'info'
