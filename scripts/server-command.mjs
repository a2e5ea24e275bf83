import path from 'node:path'
import { fileURLToPath } from 'node:url'

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), '..')

/** How the server is run, for npm start and for everything that measures or tries what npm start runs. */
export const serverCommand = {
  parameters: [
    // Young objects get 4 MB instead of 16: 40 MB less memory at rest, and no request is slower for it.
    '--max-semi-space-size=4',
    path.join(root, 'packages/server/src/main.ts'),
  ],
  environment: {
    NODE_ENV: 'production',
    // Compiled code is kept between starts.
    NODE_COMPILE_CACHE: path.join(root, '.cache', 'compiled'),
  },
}
