/** The tokens of the product follow an attribute of <html>. */
export function followColourScheme(): void {
  const dark = matchMedia('(prefers-color-scheme: dark)')
  const show = () => (document.documentElement.dataset.mantineColorScheme = dark.matches ? 'dark' : 'light')
  dark.addEventListener('change', show)
  show()
}
