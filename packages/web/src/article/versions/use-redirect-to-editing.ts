import { useEffect } from 'react'
import { useNavigate } from '@tanstack/react-router'
import { handleSessionError } from '../../platform/api/handle-error.ts'
import { showError } from '../../ui/toast/toast.ts'
import * as texts from './texts.ts'

/** If loading fails, the edit page reports whether the article exists. */
export function useRedirectToEditing(id: string, error: Error | null): void {
  const navigate = useNavigate()
  useEffect(() => {
    if (!error) return
    if (handleSessionError(error)) return
    showError(texts.thisVersionCouldNotBe)
    void navigate({ to: '/article/$id/edit/{-$mode}', params: { id }, replace: true })
  }, [error, id, navigate])
}
