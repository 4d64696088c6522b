import { Hono } from 'hono'
import * as v from 'valibot'
import { m } from '#src/i18n/paraglide/messages.js'
import { signedInIfAny } from '#src/server/access/guards.server.ts'
import { readJson } from '#src/server/body.server.ts'
import type { ApiEnv } from '#src/server/context.server.ts'
import { ok } from '#src/server/envelope.server.ts'
import { invalid } from '#src/server/errors.server.ts'
import { recordFault } from '#src/server/faults.server.ts'

/**
 * The body of a report: a path of this site, and the page that the user came from. Each value has at most 8,000
 * characters, and is cut to 500 when it is stored.
 */
export const faultSchema = v.strictObject({
  path: v.pipe(v.string(), v.maxLength(8000), v.regex(/^\//)),
  referrer: v.optional(v.pipe(v.string(), v.maxLength(8000)), ''),
})

/** The endpoint for reports of missing pages. */
export const faultApi = new Hono<ApiEnv>().post('/fault/report', signedInIfAny, async (c) => {
  const input = v.safeParse(faultSchema, await readJson(c))
  if (!input.success) {
    const names = Object.keys(v.flatten<typeof faultSchema>(input.issues).nested ?? {})
    throw invalid(Object.fromEntries(names.map((name) => [name, [m.rule_type()]])))
  }
  const number = await recordFault(c.get('deps').db, {
    ...input.output,
    accountId: c.get('actor')?.id ?? null,
    address: c.get('address'),
    userAgent: c.req.header('user-agent') ?? '',
  })
  return c.json(ok({ number }, m.fault_recorded()))
})
