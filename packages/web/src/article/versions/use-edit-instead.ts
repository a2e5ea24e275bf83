import { useEffect } from 'react'
import { useNavigate } from '@tanstack/react-router'
import { handleError } from '../../platform/api/handle-error.ts'

/** What cannot be loaded leads to the edit page, where it is told whether there is such an article at all. */
export function useEditInstead(id: string, error: Error | null): void {
  const navigate = useNavigate()
  useEffect(() => {
    if (!error) return
    handleError(error)
    void navigate({ to: '/article/$id/edit/{-$mode}', params: { id }, replace: true })
  }, [error, id, navigate])
}
