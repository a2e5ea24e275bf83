import { useEffect } from 'react'
import * as texts from '../texts.ts'

const productName = texts.knowreel

/** Sets the document title: the open item, then the product. */
export function usePageTitle(title?: string): void {
  useEffect(() => {
    document.title = title ? `${title} · ${productName}` : productName
  }, [title])
}
