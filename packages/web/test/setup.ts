/** Runs again for every file, even if files share a page. */
import { afterEach } from 'vitest'
import { closePage } from './open-page.tsx'

afterEach(closePage)
