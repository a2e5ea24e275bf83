export type InstallationDaysTable = {
  /** `YYYY-MM-DD` */
  day: string
  jobs: number
  storage: number
}

declare module '../platform/database/db.ts' {
  interface Tables {
    installation_days: InstallationDaysTable
  }
}
