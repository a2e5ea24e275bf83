import * as z from 'zod'
import { call } from '../catalogue/call.ts'

/** An identifier of JavaScript; text that people write has spaces or other scripts. */
const identifier = z.string().regex(/^[\w$.]{1,100}$/)

/**
 * One line of a stack, without host, query and user data. `function` is null for code without a name, `file` is a file
 * of our build.
 */
const stackFrame = z.strictObject({
  function: identifier.nullable(),
  file: z.string().regex(/^\/assets\/[\w.-]{1,120}$/),
  line: z.int().min(0).max(10_000_000),
  column: z.int().min(0).max(10_000_000),
})

/** An error in a browser. `page` is the pattern of the route, such as `/article/$id`, never the URL. */
export const browserErrorReport = z.strictObject({
  type: identifier,
  message: z.string().max(1000),
  frames: z.array(stackFrame).max(50),
  page: z
    .string()
    .regex(/^[\w/${}-]{1,200}$/)
    .nullable(),
})

export type BrowserErrorReport = z.output<typeof browserErrorReport>

export const errorReportCalls = {
  report: call({
    method: 'POST',
    path: '/error-report',
    summary: 'Forwards an error of the browser to the error reporting of the installation',
    allow: 'guest',
    allowsUnpaid: true,
    body: browserErrorReport,
    /** False: error reporting is off or busy, and the page need not send further errors. */
    response: z.object({ isReported: z.boolean() }),
    bodyLimit: 20_000,
    rateLimit: { max: 10, windowMs: 60_000 },
  }),
}
