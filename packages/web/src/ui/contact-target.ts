/** The attributes of a link to a contact of the installation: an email address, or a website in a new tab. */
export const contactTarget = (contact: string) =>
  /^https?:/.test(contact) ? { href: contact, target: '_blank', rel: 'noreferrer' } : { href: `mailto:${contact}` }
