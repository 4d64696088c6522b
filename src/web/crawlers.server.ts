import { Hono } from 'hono'
import { siteOrigin } from './site-origin.server.ts'

/** Behind a sign-in, or no page at all: of no use to whoever looks for something. */
const PRIVATE = ['/admin', '/user', '/center', '/adminApi', '/api', '/auth', '/401', '/404']

/** What machines ask every site for. Without answers of their own these would end as pages that were not found. */
export const crawlers = new Hono()
  .get('/robots.txt', (c) => {
    const rules = ['User-agent: *', ...PRIVATE.map((path) => `Disallow: ${path}`), 'Allow: /']
    return c.text(`${rules.join('\n')}\n\nSitemap: ${siteOrigin(c.req.raw)}/sitemap.xml\n`)
  })
  .get('/sitemap.xml', (c) => c.body(sitemap(siteOrigin(c.req.raw)), 200, { 'content-type': 'application/xml' }))
  // Pages name their icon; whoever does not read them goes without.
  .get('/favicon.ico', (c) => c.body(null, 204, { 'cache-control': 'public, max-age=86400' }))
  .get('/.well-known/*', (c) => c.text('Not found', 404))

/** The public pages, each with its languages. */
function sitemap(origin: string): string {
  const link = (language: string, address: string) =>
    `    <xhtml:link rel="alternate" hreflang="${language}" href="${address}"/>`
  const alternates = [link('zh-CN', `${origin}/`), link('en', `${origin}/?lang=en`), link('x-default', `${origin}/`)]
  const url = (address: string) => `  <url>\n    <loc>${address}</loc>\n${alternates.join('\n')}\n  </url>`
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
${url(`${origin}/`)}
${url(`${origin}/?lang=en`)}
</urlset>
`
}
