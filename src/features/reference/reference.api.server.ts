import { Hono } from 'hono'
import { pageLocale, withLocale } from '#src/i18n/locale.server.ts'
import { readTheme } from '#src/layout/config/theme-cookie.ts'
import type { ApiEnv } from '#src/server/context.server.ts'
import { AppError } from '#src/server/errors.server.ts'
import { isEmbedding } from '#src/web/browser-origin.server.ts'
import { contractDocument } from './document.server.ts'
import { referencePage } from './reference.page.server.ts'

/** The login page, which redirects back to the documentation after the sign-in. */
const SIGN_IN = `/admin/login?${new URLSearchParams({ to: JSON.stringify({ path: '/api/docs' }) })}`

/** The API documentation: the OpenAPI document for programs, and a page for people. */
export const referenceApi = new Hono<ApiEnv>()
  // Public and cacheable, because the document contains no secrets and is the same for every user.
  .get('/openapi.json', async (c) => {
    const { text, etag } = await contractDocument(c.get('deps').db)
    c.header('cache-control', 'public, max-age=300')
    c.header('vary', 'accept-language')
    c.header('etag', etag)
    // Compression marks the ETag as weak.
    const known = c.req.header('if-none-match')?.replaceAll('W/', '').split(/,\s*/)
    if (known?.includes(etag)) return c.body(null, 304)
    return c.body(text, 200, { 'content-type': 'application/json; charset=UTF-8' })
  })
  .get('/docs', async (c) => {
    if (isEmbedding(c.req.raw)) throw new AppError(403)
    if (!(await c.env?.hasAdminSession?.())) return c.redirect(SIGN_IN, 302)
    c.header('cache-control', 'private, no-cache')
    const theme = readTheme(c.req.header('cookie') ?? '')
    const { db } = c.get('deps')
    return withLocale(pageLocale(c.req.raw), async () =>
      c.html(referencePage((await contractDocument(db)).json, theme)),
    )
  })
