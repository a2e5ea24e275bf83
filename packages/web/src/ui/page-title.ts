import { useEffect } from 'react'

const product = 'Knowreel'

/** The name of the tab: what is open, then the product. */
export function usePageTitle(title?: string): void {
  useEffect(() => {
    document.title = title ? `${title} · ${product}` : product
  }, [title])
}
