import { catalogue } from '@knowreel/shared/catalogue/catalogue.ts'
import type { Feature } from '../platform/http/feature.ts'

type Features = Readonly<Record<keyof typeof catalogue, Feature>>

/** Verifies that exactly the calls of the catalogue are served; otherwise startup fails. */
export function checkFeatures(features: Features): Features {
  for (const [name, calls] of Object.entries(catalogue)) {
    if (features[name as keyof typeof catalogue]?.calls !== calls)
      throw new Error(`The calls of "${name}" are not served`)
  }
  const paths = new Map<string, string>()
  for (const [name, feature] of Object.entries(features)) {
    for (const call of Object.values(feature.calls)) {
      const address = `${call.method} ${call.path.replaceAll(/\{\w+\}/g, '{}').replace(/\/$/, '')}`
      const other = paths.get(address)
      if (other !== undefined) throw new Error(`${address} is declared by "${other}" and by "${name}"`)
      paths.set(address, name)
    }
  }
  return features
}
