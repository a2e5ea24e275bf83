import { useEffect } from 'react'

const product = 'Knowreel'

/** Sets the document title: the open item, then the product. */
export function usePageTitle(title?: string): void {
  useEffect(() => {
    document.title = title ? `${title} · ${product}` : product
  }, [title])
}
