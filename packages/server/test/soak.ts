/** Set by `npm run test:all`: random walks take more steps and corpora are complete. */
export const isSoak = Boolean(process.env['SOAK'])
