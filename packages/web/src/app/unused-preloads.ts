/**
 * The script in index.html preloads the styles of the page in the URL. If that page redirects, browsers warn of every
 * style that nothing uses. Each one is used here as an alternate style sheet, which is never applied and which the loader
 * of pages does not mistake for the real one. To be called once the first page has its own styles.
 */
export function consumePreloadedStyles(): void {
  for (const { href } of document.querySelectorAll<HTMLLinkElement>('link[rel="preload"][as="style"]')) {
    const isUsed = [...document.styleSheets].some((sheet) => sheet.href === href)
    if (isUsed) continue
    const style = document.createElement('link')
    style.rel = 'alternate stylesheet'
    style.title = 'preloaded'
    style.crossOrigin = ''
    style.href = href
    style.addEventListener('load', () => style.remove())
    style.addEventListener('error', () => style.remove())
    document.head.append(style)
  }
}
