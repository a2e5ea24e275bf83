/** The token of the email that confirms an address. */
export type ProfileSearch = { confirmEmail?: string }

export function readProfileSearch({ confirmEmail }: Record<string, unknown>): ProfileSearch {
  return typeof confirmEmail === 'string' && confirmEmail !== '' ? { confirmEmail } : {}
}
