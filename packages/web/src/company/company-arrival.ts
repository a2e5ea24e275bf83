/** In the address of the first page after a company was founded; home says so and takes it away. */
export const foundedMark = 'founded'

/** `address` is the company's own host, with a token that works once where that does not share the cookie. */
export function arrivalAt(address: string | null, isFounded: boolean): string {
  const home = isFounded ? `/?${foundedMark}=1` : '/'
  if (address === null) return home
  if (!isFounded) return address
  const isHandOver = new URL(address).pathname !== '/'
  return isHandOver ? `${address}/${encodeURIComponent(home)}` : new URL(home, address).href
}
