import { Hono } from 'hono'
import { siteOrigin } from './site-origin.server.ts'

/** Paths behind a sign-in, or paths that are not pages. They are useless as search results. */
const PRIVATE = ['/admin', '/user', '/center', '/adminApi', '/api', '/auth', '/401', '/404']

/**
 * Paths that machines request from every site. Without these responses they would count as pages that were not found.
 */
export const crawlers = new Hono()
  .get('/robots.txt', (c) => {
    const rules = ['User-agent: *', ...PRIVATE.map((path) => `Disallow: ${path}`), 'Allow: /']
    return c.text(`${rules.join('\n')}\n\nSitemap: ${siteOrigin(c.req.raw)}/sitemap.xml\n`)
  })
  .get('/sitemap.xml', (c) => c.body(sitemap(siteOrigin(c.req.raw)), 200, { 'content-type': 'application/xml' }))
  // Pages name their own icon, so this response is empty.
  .get('/favicon.ico', (c) => c.body(null, 204, { 'cache-control': 'public, max-age=86400' }))
  .get('/.well-known/*', (c) => c.text('Not found', 404))

/** The sitemap of the public pages, each with its languages. */
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
