import { Hono } from 'hono'
import type { Db } from '#src/db/client.server.ts'
import { readConfig } from '#src/server/config.server.ts'
import type { ApiEnv } from '#src/server/context.server.ts'
import { ok } from '#src/server/envelope.server.ts'

/** What everybody may know of the site. */
async function publicSite(db: Db) {
  const basics = ['siteName', 'recordNumber', 'version', 'cdnUrl', 'apiUrl', 'headNav', 'timeZone'] as const
  const more = ['contactEmail', 'contactPhone', 'iconfontUrl'] as const
  const upload = ['uploadMode', 'uploadMaxsize', 'uploadMimetype', 'uploadSavename'] as const
  const { uploadMode, uploadMaxsize, uploadMimetype, uploadSavename, ...site } = await readConfig(db, [
    ...basics,
    ...more,
    ...upload,
  ])
  return {
    ...site,
    upload: { mode: uploadMode, maxsize: uploadMaxsize, mimetype: uploadMimetype, savename: uploadSavename },
  }
}

export type Site = Awaited<ReturnType<typeof publicSite>>

export const siteApi = new Hono<ApiEnv>().get('/site', async (c) => c.json(ok(await publicSite(c.get('deps').db))))
