import quarantine from '../quarantine.json' with { type: 'json' }

/** One pattern per title in quarantine.json: flaky tests, which do not run until they are fixed. */
export const quarantined = Object.keys(quarantine.titles).map(
  (title) => new RegExp(title.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)),
)
