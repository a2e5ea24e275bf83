/** Splits a comma-separated list of hosts. */
export const readHosts = (text = ''): string[] =>
  text
    .split(',')
    .map((host) => host.trim())
    .filter((host) => host !== '')
