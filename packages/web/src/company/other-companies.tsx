import { useMe } from '../user/index.ts'
import { otherCompanies } from './company-list.ts'
import { CompanyMark } from './company-mark.tsx'
import { useSwitchCompany } from './use-switch-company.ts'
import styles from './company.module.css'

/** On pages that say that one company is closed: the way to the others. */
export function OtherCompanies() {
  const me = useMe()
  const { switchTo, isBusy } = useSwitchCompany()
  const others = me ? otherCompanies(me) : []
  if (others.length === 0) return null
  return (
    <section className={styles.companies} aria-labelledby="other-companies">
      <h2 id="other-companies">Go on in another company</h2>
      <ul>
        {others.map((company) => (
          <li key={company.id}>
            <button type="button" className={styles.company} disabled={isBusy} onClick={() => switchTo(company.id)}>
              <CompanyMark company={company} />
              <span className="kr-grow kr-trunc">{company.title}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
