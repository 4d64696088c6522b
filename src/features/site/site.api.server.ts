import * as v from 'valibot'
import { m } from '#src/i18n/paraglide/messages.js'
import { type Config, readConfig, siteNameIn } from '#src/server/config.server.ts'
import { endpoint } from '#src/server/endpoint/endpoint.server.ts'

const basics = ['siteName', 'recordNumber', 'version', 'cdnUrl', 'apiUrl', 'headNav', 'timeZone'] as const
const more = [
  'contactEmail',
  'contactPhone',
  'iconfontUrl',
  'importMaxsize',
  'organizationParents',
  'richText',
] as const
const upload = ['uploadMode', 'uploadMaxsize', 'uploadMimetype', 'uploadSavename'] as const
const names = [...basics, ...more, ...upload] as const

const site = v.strictObject({
  siteName: v.string(),
  recordNumber: v.string(),
  version: v.string(),
  cdnUrl: v.string(),
  apiUrl: v.string(),
  headNav: v.array(v.object({ title: v.string(), path: v.string() })),
  timeZone: v.string(),
  iconfontUrl: v.string(),
  contactEmail: v.string(),
  contactPhone: v.string(),
  importMaxsize: v.number(),
  organizationParents: v.record(v.string(), v.array(v.string())),
  richText: v.boolean(),
  upload: v.strictObject({ mode: v.string(), maxsize: v.number(), mimetype: v.string(), savename: v.string() }),
})

export type Site = v.InferOutput<typeof site>

/** The public settings of the site, in the language of the request. */
export function siteOf(config: Pick<Config, (typeof names)[number]>): Site {
  const { siteName, recordNumber, version, cdnUrl, apiUrl, headNav, timeZone, ...others } = config
  const { contactEmail, contactPhone, iconfontUrl, importMaxsize, organizationParents, richText, ...files } = others
  const { uploadMode, uploadMaxsize, uploadMimetype, uploadSavename } = files
  return {
    siteName: siteNameIn(siteName),
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
    richText,
    upload: { mode: uploadMode, maxsize: uploadMaxsize, mimetype: uploadMimetype, savename: uploadSavename },
  }
}

/** The public settings of the site. */
export const siteCall = endpoint({
  method: 'get',
  path: '/api/site',
  tag: 'site',
  summary: m.call_site,
  security: 'none',
  answer: site,
  run: async ({ db }) => siteOf(await readConfig(db, names)),
})
