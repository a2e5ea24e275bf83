/** A first guess that the person corrects when they join: `jonas.lindqvist@…` is Jonas Lindqvist. */
export function namesFrom(email: string): { firstName: string; lastName: string } {
  const [local = ''] = email.split('@')
  const [firstName = '', ...rest] = local
    .replace(/\+.*$/, '')
    .split(/[._-]+/)
    .filter((word) => word !== '')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
  return { firstName: firstName.slice(0, 80), lastName: rest.join(' ').slice(0, 80) }
}
