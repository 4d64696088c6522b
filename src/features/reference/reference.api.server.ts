import * as v from 'valibot'
import { pageLocale, withLocale } from '#src/i18n/locale.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { readTheme } from '#src/layout/config/theme-cookie.ts'
import { endpoint } from '#src/server/endpoint/endpoint.server.ts'
import { AppError } from '#src/server/errors.server.ts'
import { isEmbedding } from '#src/web/browser-origin.server.ts'
import { type Contract, contractDocument } from './document.server.ts'
import { referencePage } from './reference.page.server.ts'

/** The login page, which redirects back to the documentation after the sign-in. */
const SIGN_IN = `/admin/login?${new URLSearchParams({ to: JSON.stringify({ path: '/api/docs' }) })}`

/**
 * The API documentation: the OpenAPI document for programs, and a page for people.
 * @param contract all calls; these two are among them, so they are asked for with each request
 */
export function referenceEndpoints(contract: () => Contract) {
  return [
    endpoint({
      method: 'get',
      path: '/api/openapi.json',
      tag: 'reference',
      summary: m.call_openapi,
      security: 'none',
      bare: 'application/json',
      answer: v.looseObject({ openapi: v.string(), paths: v.looseObject({}) }),
      // Public and cacheable, because the document contains no secrets and is the same for every user.
      run: async ({ c, db }) => {
        const { text, etag } = await contractDocument(db, contract())
        c.header('cache-control', 'public, max-age=300')
        c.header('vary', 'accept-language')
        c.header('etag', etag)
        // Compression marks the ETag as weak.
        const known = c.req.header('if-none-match')?.replaceAll('W/', '').split(/,\s*/)
        if (known?.includes(etag)) return c.body(null, 304)
        return c.body(text, 200, { 'content-type': 'application/json; charset=UTF-8' })
      },
    }),
    endpoint({
      method: 'get',
      path: '/api/docs',
      tag: 'reference',
      summary: m.call_docs,
      security: 'session',
      bare: 'text/html',
      answer: v.string(),
      run: async ({ c, db }) => {
        if (isEmbedding(c.req.raw)) throw new AppError(403)
        if (!(await c.env?.hasAdminSession?.())) return c.redirect(SIGN_IN, 302)
        c.header('cache-control', 'private, no-cache')
        const theme = readTheme(c.req.header('cookie') ?? '')
        return withLocale(pageLocale(c.req.raw), async () =>
          c.html(referencePage((await contractDocument(db, contract())).json, theme)),
        )
      },
    }),
  ]
}
