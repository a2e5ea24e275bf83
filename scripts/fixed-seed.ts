// Property tests of `npm test` repeat the same cases, so that it never fails by chance; `npm run test:all` draws new
// ones.
import fc from 'fast-check'

if (!process.env.SOAK) fc.configureGlobal({ seed: 20_261_123 })
