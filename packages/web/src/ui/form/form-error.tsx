import styles from './form-error.module.css'

/** An error of the server that no field can show. */
export const FormError = ({ children }: { children: string | null | undefined }) => (
  <p role="alert" className={styles.error}>
    {children}
  </p>
)
