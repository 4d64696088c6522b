import * as v from 'valibot'
import { pageLocale, withLocale } from '#src/i18n/locale.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { readTheme } from '#src/layout/config/theme-cookie.ts'
import { readConfig, siteNameIn } from '#src/server/config.server.ts'
import { endpoint } from '#src/server/endpoint/endpoint.server.ts'
import { AppError } from '#src/server/errors.server.ts'
import { requestFacts } from '#src/server/request-facts.server.ts'
import { isEmbedding } from '#src/web/browser-origin.server.ts'
import { type Contract, contractDocument } from './document.server.ts'
import { referencePage } from './reference.page.server.ts'

/**
 * The API documentation: the OpenAPI document for programs, and a page for people. Both are public. Runtime resources
 * are in them for signed-in accounts of the back office alone, because their names belong to the instance.
 * @param contract all calls; these two are among them, so they are asked for with each request
 */
export function referenceEndpoints(contract: () => Contract) {
  return [
    endpoint({
      method: 'get',
      path: '/api/openapi.json',
      tag: 'reference',
      summary: m.call_openapi,
      security: 'anyone',
      bare: 'application/json',
      answer: v.looseObject({ openapi: v.string(), paths: v.looseObject({}) }),
      run: async ({ c, db, actor }) => {
        const reader = actor?.side === 'admin' ? 'backOffice' : 'everybody'
        const { text, etag } = await contractDocument(db, contract(), reader)
        c.header('cache-control', reader === 'everybody' ? 'public, max-age=300' : 'private, no-cache')
        c.header('vary', 'accept-language, authorization')
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
      security: 'none',
      bare: 'text/html',
      answer: v.string(),
      errors: [403],
      run: async ({ c, db }) => {
        if (isEmbedding(c.req.raw)) throw new AppError(403)
        const signedIn = (await c.env?.hasAdminSession?.()) ?? false
        c.header('cache-control', 'private, no-cache')
        return withLocale(pageLocale(c.req.raw), async () => {
          const { siteName, apiUrl } = await readConfig(db, ['siteName', 'apiUrl'])
          const document = await contractDocument(db, contract(), signedIn ? 'backOffice' : 'everybody')
          return c.html(
            referencePage(document, {
              signedIn,
              siteName: siteNameIn(siteName),
              origin: apiUrl.replace(/\/$/, '') || (c.env?.origin ?? new URL(c.req.url).origin),
              theme: readTheme(c.req.header('cookie') ?? ''),
              nonce: requestFacts().nonce,
            }),
          )
        })
      },
    }),
  ]
}
