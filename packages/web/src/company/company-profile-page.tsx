import { NotYet } from '../ui/not-yet.tsx'

export function CompanyProfilePage() {
  return <NotYet name="Company Profile" />
}
