import { useEffect } from 'react'
import { useNavigate } from '@tanstack/react-router'
import { handleError } from '../../platform/api/handle-error.ts'

/** If loading fails, the edit page reports whether the article exists. */
export function useRedirectToEditing(id: string, error: Error | null): void {
  const navigate = useNavigate()
  useEffect(() => {
    if (!error) return
    handleError(error)
    void navigate({ to: '/article/$id/edit/{-$mode}', params: { id }, replace: true })
  }, [error, id, navigate])
}
