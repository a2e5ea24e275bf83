import { useMe } from '../../user/index.ts'
import { otherCompanies } from '../switch/company-list.ts'
import { CompanyLogo } from '../../ui/company-logo.tsx'
import { useSwitchCompany } from '../switch/use-switch-company.ts'
import * as texts from '../texts.ts'
import styles from '../company.module.css'

/** The links to other companies, on pages that report a closed one. */
export function OtherCompanies() {
  const me = useMe()
  const { switchTo, isBusy } = useSwitchCompany()
  const others = me ? otherCompanies(me) : []
  if (others.length === 0) return null
  return (
    <section className={styles.companies} aria-labelledby="other-companies">
      <h2 id="other-companies">{texts.continueInAnotherCompany}</h2>
      <ul>
        {others.map((company) => (
          <li key={company.id}>
            <button type="button" className={styles.company} disabled={isBusy} onClick={() => switchTo(company.id)}>
              <CompanyLogo company={company} />
              <span className="kr-grow kr-trunc">{company.title}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
