import { useRouter, type ErrorComponentProps } from '@tanstack/react-router'
import { usePageTitle } from '../ui/page-title.ts'
import { LoadError } from '../ui/load-error.tsx'
import { PageMain } from '../ui/page-frame.tsx'

/** What is left of a page that broke: the shell around it stays, and it can be tried again. */
export function ErrorPage({ reset }: ErrorComponentProps) {
  const router = useRouter()
  usePageTitle('Something went wrong')
  const retry = () => {
    reset()
    void router.invalidate()
  }
  return (
    <PageMain>
      <LoadError text="This page stopped working. What you saved is safe." onRetry={retry} />
    </PageMain>
  )
}
