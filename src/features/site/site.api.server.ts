import { Hono } from 'hono'
import { type Config, readConfig } from '#src/server/config.server.ts'
import type { ApiEnv } from '#src/server/context.server.ts'
import { ok } from '#src/server/envelope.server.ts'

const basics = ['siteName', 'recordNumber', 'version', 'cdnUrl', 'apiUrl', 'headNav', 'timeZone'] as const
const more = ['contactEmail', 'contactPhone', 'iconfontUrl', 'importMaxsize'] as const
const upload = ['uploadMode', 'uploadMaxsize', 'uploadMimetype', 'uploadSavename'] as const
const names = [...basics, ...more, ...upload] as const

/** The public settings of the site. */
export function siteOf(config: Pick<Config, (typeof names)[number]>) {
  const { siteName, recordNumber, version, cdnUrl, apiUrl, headNav, timeZone, ...others } = config
  const { contactEmail, contactPhone, iconfontUrl, importMaxsize, ...files } = others
  const { uploadMode, uploadMaxsize, uploadMimetype, uploadSavename } = files
  return {
    siteName,
    recordNumber,
    version,
    cdnUrl,
    apiUrl,
    headNav,
    timeZone,
    contactEmail,
    contactPhone,
    iconfontUrl,
    importMaxsize,
    upload: { mode: uploadMode, maxsize: uploadMaxsize, mimetype: uploadMimetype, savename: uploadSavename },
  }
}

export type Site = ReturnType<typeof siteOf>

export const siteApi = new Hono<ApiEnv>().get('/site', async (c) =>
  c.json(ok(siteOf(await readConfig(c.get('deps').db, names)))),
)
