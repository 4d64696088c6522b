import { Hono } from 'hono'
import { getLocale } from '#src/i18n/paraglide/runtime.js'
import { type Config, readConfig } from '#src/server/config.server.ts'
import type { ApiEnv } from '#src/server/context.server.ts'
import { ok } from '#src/server/envelope.server.ts'

const basics = ['siteName', 'recordNumber', 'version', 'cdnUrl', 'apiUrl', 'headNav', 'timeZone'] as const
const more = ['contactEmail', 'contactPhone', 'iconfontUrl', 'importMaxsize', 'organizationParents'] as const
const upload = ['uploadMode', 'uploadMaxsize', 'uploadMimetype', 'uploadSavename'] as const
const names = [...basics, ...more, ...upload] as const

/** The public settings of the site, in the language of the request. */
export function siteOf(config: Pick<Config, (typeof names)[number]>) {
  const { siteName, recordNumber, version, cdnUrl, apiUrl, headNav, timeZone, ...others } = config
  const { contactEmail, contactPhone, iconfontUrl, importMaxsize, organizationParents, ...files } = others
  const { uploadMode, uploadMaxsize, uploadMimetype, uploadSavename } = files
  return {
    siteName: typeof siteName === 'string' ? siteName : siteName[getLocale()],
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
    organizationParents,
    upload: { mode: uploadMode, maxsize: uploadMaxsize, mimetype: uploadMimetype, savename: uploadSavename },
  }
}

export type Site = ReturnType<typeof siteOf>

export const siteApi = new Hono<ApiEnv>().get('/site', async (c) =>
  c.json(ok(siteOf(await readConfig(c.get('deps').db, names)))),
)
